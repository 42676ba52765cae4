# Finds Kokkos and Kokkos Kernels from 3.4 to 5.x, as installed by themselves or by Trilinos.
# Installed beside SporosConfig.cmake, so that consumers find the same Kokkos in the same way.

set(SPOROS_MINIMUM_KOKKOS 3.4)

# Trilinos packages list their include folders in a variable and leave the imported targets without them (or, for
# Kokkos::kokkos, with a folder that does not exist).
function(sporos_repair_include_folders target folders)
  list(TRANSFORM folders REPLACE "/$" "")
  foreach(folder IN LISTS folders)
    get_filename_component(folder "${folder}" REALPATH)
    list(APPEND real_folders "${folder}")
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${real_folders}")
endfunction()

# Sets `problem` to nothing, or to a sentence that says why there is no Kokkos to work with.
# No version is requested from find_package: Kokkos' version files accept one major version only.
macro(sporos_find_kokkos problem)
  set(${problem})
  if(NOT TARGET Kokkos::kokkos)
    set(CMAKE_CXX_EXTENSIONS OFF)
    find_package(Kokkos QUIET)
    if(NOT Kokkos_FOUND)
      set(${problem} "Sporos needs Kokkos ${SPOROS_MINIMUM_KOKKOS} or newer and CMake found none: install it, or say where it is with -DKokkos_ROOT=<prefix>.")
    endif()
  endif()
  # Whoever found it, the project itself perhaps.
  if(TARGET Kokkos::kokkos AND Kokkos_INCLUDE_DIRS)
    get_target_property(sporos_kokkos_is_imported Kokkos::kokkos IMPORTED)
    if(sporos_kokkos_is_imported)
      sporos_repair_include_folders(Kokkos::kokkos "${Kokkos_INCLUDE_DIRS}")
    endif()
  endif()
  if(Kokkos_VERSION AND Kokkos_VERSION VERSION_LESS SPOROS_MINIMUM_KOKKOS)
    set(${problem} "Sporos needs Kokkos ${SPOROS_MINIMUM_KOKKOS} or newer, but ${Kokkos_DIR} holds ${Kokkos_VERSION}.")
  endif()
endmacro()

# Optional: sets SPOROS_HAVE_KOKKOS_KERNELS and makes the target sporos_kokkos_kernels.
macro(sporos_find_kokkos_kernels)
  find_package(KokkosKernels QUIET)
  set(SPOROS_HAVE_KOKKOS_KERNELS ${KokkosKernels_FOUND})
  if(KokkosKernels_FOUND AND NOT KokkosKernels_VERSION)
    # Trilinos' package does not check which Kokkos it is used with: it works with the one beside it only.
    get_filename_component(kokkos_packages "${Kokkos_DIR}" DIRECTORY)
    get_filename_component(kokkos_kernels_packages "${KokkosKernels_DIR}" DIRECTORY)
    if(NOT kokkos_packages STREQUAL kokkos_kernels_packages)
      message(STATUS "Sporos: Kokkos Kernels of ${KokkosKernels_DIR} is not for the Kokkos of ${Kokkos_DIR}; going without.")
      set(SPOROS_HAVE_KOKKOS_KERNELS FALSE)
    endif()
  endif()
  if(SPOROS_HAVE_KOKKOS_KERNELS AND NOT TARGET sporos_kokkos_kernels)
    add_library(sporos_kokkos_kernels INTERFACE)
    if(TARGET Kokkos::kokkoskernels)
      target_link_libraries(sporos_kokkos_kernels INTERFACE Kokkos::kokkoskernels)
    else()
      target_link_libraries(sporos_kokkos_kernels INTERFACE ${KokkosKernels_LIBRARIES})
      target_include_directories(sporos_kokkos_kernels SYSTEM INTERFACE ${KokkosKernels_INCLUDE_DIRS})
    endif()
  endif()
endmacro()

# Imported targets are known in the folder that found them only; a project that has Sporos as a subdirectory links them
# through Sporos::sporos from outside of it.
function(sporos_show_imported_targets_to_the_whole_project)
  get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS imported)
    set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
  endforeach()
endfunction()
