# cmake -D MODE=installed|vendored|vendored_with_install ... -P CheckInstall.cmake
# Checks the content of a prefix in which Sporos, or a project with it as a subdirectory, was installed.

include(${CMAKE_CURRENT_LIST_DIR}/Steps.cmake)

if(MODE STREQUAL "installed")
  install_sporos()
else()
  set(options)
  if(MODE STREQUAL "vendored_with_install")
    set(options -DSPOROS_INSTALL=ON)
  endif()
  run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK}/build ${options}
    -DSPOROS_FOLDER=${SOURCE} -DSPOROS_WITH_ZLIB=OFF -DSPOROS_WITH_METIS=OFF -DSPOROS_WITH_KOKKOS_KERNELS=OFF)
  run_step(${CMAKE_COMMAND} --install ${WORK}/build --prefix ${WORK}/prefix)
endif()

file(GLOB_RECURSE installed RELATIVE ${WORK}/prefix ${WORK}/prefix/*)
list(FILTER installed EXCLUDE REGEX "^share/main.cpp$") # the project's own
if(MODE STREQUAL "vendored")
  if(installed)
    message(FATAL_ERROR "The project's prefix holds ${installed}")
  endif()
  return()
endif()
list(JOIN installed "\n" lines)
foreach(file "include/sporos/core/Sporos.hpp" "include/sporos/formats/common/Sporos_Kokkos.hpp"
    "include/sporos/policies/Sporos_Machine.hpp" "share/doc/sporos/LICENSE" "lib[^\n]*/cmake/Sporos/SporosConfig.cmake")
  if(NOT "\n${lines}\n" MATCHES "\n${file}\n")
    message(FATAL_ERROR "There is no ${file} among\n${lines}")
  endif()
endforeach()
file(GLOB_RECURSE package_files ${WORK}/prefix/*.cmake)
foreach(file IN LISTS package_files)
  file(READ ${file} text)
  if(text MATCHES "(^|[\"';=: \n])${SOURCE}") # not in the midst of a path: /sporos is in include/sporos
    message(FATAL_ERROR "${file} knows where Sporos was made")
  endif()
endforeach()
