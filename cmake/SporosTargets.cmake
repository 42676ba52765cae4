# Helpers for the programs of this repository: warnings as errors for our own sources, and all compile options in one
# place.

function(sporos_add_program name)
  add_executable(${name} ${ARGN})
  sporos_program_options(${name})
endfunction()

# A program with GoogleTests from the given source files.
function(sporos_add_test_program name)
  sporos_add_program(${name} ${ARGN} ${PROJECT_SOURCE_DIR}/unit_tests/support/Main.cpp)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE GTest::gtest compiled_reference)
  sporos_precompile(${name} <Kokkos_Core.hpp> <gtest/gtest.h>)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT 600)
endfunction()

# Headers that every source file of a program would parse anew. nvcc cannot use precompiled headers.
function(sporos_precompile name)
  if(NOT Kokkos_ENABLE_CUDA AND NOT "CUDA" IN_LIST Kokkos_DEVICES)
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
endfunction()

# Source files of one UNITY_GROUP are compiled as one, so that common instantiations are compiled once, which takes a
# third of the processor time. With nvcc, one large file takes longer than its parts on many cores.
# -DCMAKE_UNITY_BUILD=OFF compiles each file separately, for editing.
function(sporos_compile_together name)
  if(NOT DEFINED CMAKE_UNITY_BUILD AND NOT Kokkos_ENABLE_CUDA AND NOT "CUDA" IN_LIST Kokkos_DEVICES)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON)
  endif()
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Where there are 6 GB for each processor, g++ may take up to 4 GB before it looks for garbage, which takes a tenth of its
# time. Megabytes.
cmake_host_system_information(RESULT sporos_memory QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT sporos_processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR sporos_memory "${sporos_memory} / ${sporos_processors}")

function(sporos_program_options name)
  target_link_libraries(${name} PRIVATE Sporos::sporos)
  if(NOT name STREQUAL "compiled_leaves")
    target_link_libraries(${name} PRIVATE compiled_leaves)
  endif()
  target_compile_options(${name} PRIVATE -Wall -Wextra)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND sporos_memory GREATER 6000
      AND NOT Kokkos_ENABLE_CUDA AND NOT "CUDA" IN_LIST Kokkos_DEVICES)
    target_compile_options(${name} PRIVATE --param=ggc-min-heapsize=4000000)
  endif()
  if(SPOROS_WARNINGS_AS_ERRORS)
    target_compile_options(${name} PRIVATE -Werror)
    # If a kernel calls a function that is constexpr on the host only, nvcc just warns, and leaves out the call.
    if(Kokkos_ENABLE_CUDA AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_compile_options(${name} PRIVATE --Werror=cross-execution-space-call)
    endif()
  endif()
  if(SPOROS_NATIVE)
    target_compile_options(${name} PRIVATE -march=native)
  endif()
endfunction()

# For every source file that includes unit_tests/support/compiled/CompiledLeaves.hpp.
add_library(compiled_leaves STATIC ${PROJECT_SOURCE_DIR}/unit_tests/support/compiled/CompiledLeaves.cpp)
sporos_program_options(compiled_leaves)
target_include_directories(compiled_leaves PRIVATE ${PROJECT_SOURCE_DIR})

# The reference of the tests, which without optimisation would take most of their time.
if(SPOROS_BUILD_TESTS OR SPOROS_BUILD_FUZZERS)
  add_library(compiled_reference STATIC ${PROJECT_SOURCE_DIR}/unit_tests/support/Reference.cpp)
  sporos_program_options(compiled_reference)
  target_include_directories(compiled_reference PRIVATE ${PROJECT_SOURCE_DIR})
  if(NOT Kokkos_ENABLE_CUDA AND NOT "CUDA" IN_LIST Kokkos_DEVICES)
    target_compile_options(compiled_reference PRIVATE -O2 -fno-sanitize=all)
  endif()
endif()
