# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""As much of Spack as cmake/spack/package.py uses: records what its directives say, and evaluates conditions of the form
"+cuda~zlib cuda_arch=90 %gcc" for a spec of the same form. It chooses no versions: Spack itself is the judge of that."""

import re
import sys
import types

TOKEN = re.compile(r"[+~](?P<flag>[\w-]+)|(?P<name>\w+)=(?P<value>[\w:+-]+)|%(?P<compiler>\w+)|(?P<space>\s+)")


def parse(text):
    """The variants that a spec or a condition names."""
    found, place = {}, 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if not match:
            raise ValueError(f"not a condition that this stub knows: '{text}'")
        if match["flag"]:
            found[match["flag"]] = match[0][0] == "+"
        elif match["name"]:
            found[match["name"]] = match["value"]
        elif match["compiler"]:
            found["%"] = match["compiler"]
        place = match.end()
    return found


class Package:
    cuda_arch_values = ("80", "90")
    amdgpu_targets = ("gfx90a", "gfx942")
    run_tests = False

    def __init__(self, spec):
        self.variants = {name: default for name, default in directives["variant"].items()}
        self.variants.update({"cuda": False, "rocm": False, "cuda_arch": "none", "amdgpu_target": "none", "%": "gcc"})
        named = parse(spec)
        unknown = set(named) - set(self.variants)
        if unknown:
            raise ValueError(f"'{spec}': there is no variant {sorted(unknown)}")
        self.variants.update(named)
        self.spec = Spec(self)

    def holds(self, condition):
        for name, value in parse(condition).items():
            if name not in self.variants:
                raise ValueError(f"when='{condition}': there is no variant {name}")
            if self.variants[name] != value:
                return False
        return True

    def dependencies(self):
        """What the package wants of each other package, of the directives whose condition holds."""
        found = {}
        for text, when in directives["depends_on"]:
            name, constraint = re.match(r"([a-z]+(?:-[a-z]+)*)(.*)", text).groups()
            if self.holds(when):
                found.setdefault(name, set()).add(constraint.strip())
        return found

    def refusals(self):
        return [text for text, when in directives["conflicts"] if self.holds(text) and self.holds(when)]

    def define(self, name, value):
        return f"-D{name}={('ON' if value else 'OFF') if isinstance(value, bool) else value}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.variants[variant])

    def __getitem__(self, name):
        return types.SimpleNamespace(kokkos_cxx=f"{name}/bin/nvcc_wrapper")


class Spec:
    def __init__(self, package):
        self.package = package

    def satisfies(self, text):
        name, condition = re.match(r"(?:\^([a-z-]+))?(.*)", text).groups()
        if not name:
            return self.package.holds(condition)
        wanted = parse(" ".join(c for c in self.package.dependencies()[name] if not c.startswith("@")))
        return all(wanted.get(key) == value for key, value in parse(condition).items())

    def __getitem__(self, name):
        if name not in self.package.dependencies() and name != "hip":  # which comes with ROCmPackage
            raise KeyError(name)
        return types.SimpleNamespace(prefix=f"prefix-of-{name}", hipcc="hip/bin/hipcc")


directives = {}


def load(path):
    """The class of the recipe, and what its directives said."""
    directives.clear()
    directives.update({"variant": {}, "depends_on": [], "conflicts": [], "version": [], "license": []})
    spack = types.ModuleType("spack.package")
    spack.variant = lambda name, default, description: directives["variant"].update({name: default})
    spack.depends_on = lambda spec, when="", type=None: directives["depends_on"].append((spec, when))
    spack.conflicts = lambda spec, when="", msg="": directives["conflicts"].append((spec, when))
    spack.version = lambda name: directives["version"].append(name)
    spack.license = lambda name: directives["license"].append(name)
    modules = {"spack": types.ModuleType("spack"), "spack.package": spack}
    for name in ("", ".builtin", ".builtin.build_systems"):
        modules["spack_repo" + name] = types.ModuleType("spack_repo" + name)
    for system, name in (("cmake", "CMakePackage"), ("cuda", "CudaPackage"), ("rocm", "ROCmPackage")):
        module = types.ModuleType(f"spack_repo.builtin.build_systems.{system}")
        setattr(module, name, type(name, (Package,), {}))
        modules[module.__name__] = module
    sys.modules.update(modules)
    scope = {"__name__": "recipe"}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), scope)
    return scope["Sporos"]
