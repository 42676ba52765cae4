# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class Sporos(CMakePackage, CudaPackage, ROCmPackage):
    """Sparse matrix-vector products for applications written in Kokkos: a C++17 header-only
    library, whose backend is that of its Kokkos."""

    # Neither url nor git: there is no release yet. `spack dev-build` and `spack develop` take the
    # sources from a folder, as docs/install.md shows.
    version("main")

    license("Apache-2.0 WITH LLVM-exception")

    variant("serial", default=True, description="Use a Kokkos with the Serial backend")
    variant("openmp", default=False, description="Use a Kokkos with the OpenMP backend")
    variant("zlib", default=True, description="Read and write .gz files of matrices")
    variant("metis", default=False, description="METIS' orders, and packets for PKT")
    variant("kokkos-kernels", default=False, description="Come with a Kokkos Kernels")
    variant("petsc", default=False, description="Be the local product of PETSc")
    variant("trilinos", default=False, description="Be the local product of Tpetra")
    variant("tests", default=False, description="Build the unit tests, which are not installed")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("kokkos@3.4:5")
    depends_on("kokkos-kernels@3.4:5", when="+kokkos-kernels")
    depends_on("petsc@3.18:+mpi", when="+petsc")
    depends_on("pkgconfig", type="build", when="+petsc")
    depends_on("trilinos+tpetra", when="+trilinos")
    depends_on("zlib-api", when="+zlib")
    depends_on("metis@5:", when="+metis")
    depends_on("googletest@1.12:", type="build", when="+tests")
    depends_on("googletest@1.12:", type="test")

    for backend in ("serial", "openmp", "cuda", "rocm"):
        depends_on(f"kokkos+{backend}", when=f"+{backend}")
    for backend in ("serial", "openmp", "cuda"):  # Kokkos Kernels has no variant rocm
        depends_on(f"kokkos-kernels+{backend}", when=f"+kokkos-kernels+{backend}")
    for backend in ("openmp", "cuda", "rocm"):  # Trilinos has Serial in any case
        depends_on(f"trilinos+{backend}", when=f"+trilinos+{backend}")

    # Kokkos takes one architecture, and needs its wrapper around nvcc where g++ is the compiler.
    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
        depends_on(
            f"kokkos-kernels cuda_arch={arch}", when=f"+kokkos-kernels+cuda cuda_arch={arch}"
        )
        depends_on(f"petsc+cuda cuda_arch={arch}", when=f"+petsc+cuda cuda_arch={arch}")
        depends_on(f"trilinos cuda_arch={arch}", when=f"+trilinos+cuda cuda_arch={arch}")
    for gpu in ROCmPackage.amdgpu_targets:
        depends_on(f"kokkos amdgpu_target={gpu}", when=f"+rocm amdgpu_target={gpu}")
        depends_on(f"trilinos amdgpu_target={gpu}", when=f"+trilinos+rocm amdgpu_target={gpu}")
    depends_on("kokkos+wrapper", when="+cuda %gcc")
    conflicts("cuda_arch=none", when="+cuda", msg="Kokkos needs one cuda_arch")
    conflicts("+cuda", when="+rocm", msg="Kokkos has one of CUDA and ROCm at a time")

    def cmake_args(self):
        spec = self.spec
        args = [
            self.define("SPOROS_INSTALL", True),
            self.define("SPOROS_BUILD_TESTS", self.run_tests or spec.satisfies("+tests")),
            self.define("SPOROS_BUILD_BENCHMARKS", False),
            self.define("SPOROS_WARNINGS_AS_ERRORS", False),
            self.define_from_variant("SPOROS_WITH_ZLIB", "zlib"),
            self.define_from_variant("SPOROS_WITH_METIS", "metis"),
            self.define_from_variant("SPOROS_WITH_KOKKOS_KERNELS", "kokkos-kernels"),
            self.define_from_variant("SPOROS_WITH_PETSC", "petsc"),
            self.define_from_variant("SPOROS_WITH_TPETRA", "trilinos"),
            self.define("Kokkos_ROOT", spec["kokkos"].prefix),
        ]
        # The compiler that Kokkos was built with compiles what includes it.
        if spec.satisfies("^kokkos+wrapper"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        elif spec.satisfies("^kokkos+rocm"):
            args.append(self.define("CMAKE_CXX_COMPILER", spec["hip"].hipcc))
        return args
