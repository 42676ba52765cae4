# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_recipe.py ROOT WORK CMAKE [ARGUMENTS OF CMAKE]: that cmake/spack/package.py, the recipe for Spack, agrees with CMake
and asks for what its variants say. Spack itself is not needed; spack_stubs.py stands for it."""

import os
import re
import shutil
import subprocess
import sys
import unittest

import spack_stubs

ROOT, WORK, CMAKE, *ARGUMENTS = sys.argv[1:]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Recipe(unittest.TestCase):
    def setUp(self):
        self.recipe = spack_stubs.load(os.path.join(ROOT, "cmake/spack/package.py"))

    def args(self, spec):
        package = self.recipe(spec)
        return dict(arg[2:].split("=", 1) for arg in package.cmake_args())

    def test_cmake_knows_every_option(self):
        args = [f"-D{name}={value}" for name, value in self.args("~zlib~metis~kokkos-kernels~petsc~trilinos").items() if "SPOROS" in name]
        shutil.rmtree(WORK, ignore_errors=True)
        command = [CMAKE, *ARGUMENTS, "-S", ROOT, "-B", WORK, *args]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertNotIn("not used by the project", run.stdout)
        self.assertIn("without zlib", run.stdout)

    def test_every_optional_library_is_a_variant(self):
        lists = r"set\(SPOROS_(?:OPTIONAL_LIBRARIES|LIBRARIES_ON_DEMAND) ([A-Z][^)]*)\)"
        libraries = " ".join(re.findall(lists, read("cmake/SporosDependencies.cmake"))).split()
        self.assertIn("TPETRA", libraries)
        for library in libraries:
            variant = library.lower().replace("_", "-").replace("tpetra", "trilinos")
            self.assertEqual(self.args(f"+{variant}")[f"SPOROS_WITH_{library}"], "ON")
            self.assertEqual(self.args(f"~{variant}")[f"SPOROS_WITH_{library}"], "OFF")
            package = variant if variant != "zlib" else "zlib-api"
            self.assertIn(package, self.recipe(f"+{variant}").dependencies())
            self.assertNotIn(package, self.recipe(f"~{variant}").dependencies())

    def test_versions_are_those_that_cmake_asks_for(self):
        minimum = re.search(r"SPOROS_MINIMUM_KOKKOS ([\d.]+)", read("cmake/SporosDependencies.cmake"))[1]
        wanted = self.recipe("+kokkos-kernels").dependencies()
        self.assertIn(f"@{minimum}:5", wanted["kokkos"])
        self.assertIn(f"@{minimum}:5", wanted["kokkos-kernels"])
        cmake = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", read("CMakeLists.txt"))[1]
        self.assertEqual(wanted["cmake"], {f"@{cmake}:"})

    def test_backends_are_passed_to_kokkos(self):
        def kokkos(spec):
            return {text for text in self.recipe(spec).dependencies()["kokkos"] if not text.startswith("@")}

        self.assertEqual(kokkos(""), {"+serial"})
        self.assertEqual(kokkos("~serial+openmp"), {"+openmp"})
        self.assertEqual(kokkos("+cuda cuda_arch=90"), {"+serial", "+cuda", "cuda_arch=90", "+wrapper"})
        self.assertEqual(kokkos("+cuda cuda_arch=80 %clang"), {"+serial", "+cuda", "cuda_arch=80"})
        self.assertEqual(kokkos("+rocm amdgpu_target=gfx942"), {"+serial", "+rocm", "amdgpu_target=gfx942"})
        kernels = self.recipe("+kokkos-kernels+openmp+cuda cuda_arch=90").dependencies()["kokkos-kernels"]
        self.assertLessEqual({"+serial", "+openmp", "+cuda", "cuda_arch=90"}, kernels)
        trilinos = self.recipe("+trilinos+openmp+rocm amdgpu_target=gfx90a").dependencies()["trilinos"]
        self.assertEqual(trilinos, {"+tpetra", "+openmp", "+rocm", "amdgpu_target=gfx90a"})
        petsc = self.recipe("+petsc+cuda cuda_arch=90").dependencies()["petsc"]
        self.assertEqual(petsc, {"@3.18:+mpi", "+cuda cuda_arch=90"})

    def test_what_kokkos_cannot_be_is_refused(self):
        self.assertTrue(self.recipe("+cuda").refusals())
        self.assertTrue(self.recipe("+cuda+rocm cuda_arch=90").refusals())
        for spec in ("", "+openmp", "+cuda cuda_arch=90", "+rocm amdgpu_target=gfx90a"):
            self.assertEqual(self.recipe(spec).refusals(), [])

    def test_compiler_is_that_of_kokkos(self):
        self.assertNotIn("CMAKE_CXX_COMPILER", self.args("+openmp"))
        self.assertIn("nvcc_wrapper", self.args("+cuda cuda_arch=90")["CMAKE_CXX_COMPILER"])
        self.assertNotIn("CMAKE_CXX_COMPILER", self.args("+cuda cuda_arch=90 %clang"))
        self.assertIn("hipcc", self.args("+rocm amdgpu_target=gfx90a")["CMAKE_CXX_COMPILER"])

    def test_tests_are_built_where_they_are_asked_for(self):
        self.assertEqual(self.args("")["SPOROS_BUILD_TESTS"], "OFF")
        self.assertEqual(self.args("+tests")["SPOROS_BUILD_TESTS"], "ON")
        self.recipe.run_tests = True
        self.assertEqual(self.args("")["SPOROS_BUILD_TESTS"], "ON")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
