# cmake -D MODE=installed|vendored -D EXPECT=<libraries> [-D PACKAGE=<options>] [-D CONSUMER=<options>] [-D CONFIGURE_ONLY=ON]
#   ... -P RunConsumer.cmake
# Configures project/ against Sporos, builds and runs it. EXPECT is what it must come with, of ZLIB|METIS|KOKKOS_KERNELS;
# PACKAGE and CONSUMER are options of CMake for Sporos, where it is installed, and for the project. Lists have | for ;.

include(${CMAKE_CURRENT_LIST_DIR}/Steps.cmake)

split_lists(EXPECT PACKAGE CONSUMER)
set(options ${CONSUMER})
foreach(library IN LISTS EXPECT)
  list(APPEND options -DEXPECT_${library}=ON)
endforeach()
if(MODE STREQUAL "installed")
  install_sporos(${PACKAGE})
  list(APPEND options -DSporos_ROOT=${WORK}/prefix)
else()
  list(APPEND options -DSPOROS_FOLDER=${SOURCE})
endif()
run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK}/build ${options})
if(NOT CONFIGURE_ONLY)
  run_step(${CMAKE_COMMAND} --build ${WORK}/build)
  run_step(${CMAKE_COMMAND} -E chdir ${WORK} ${WORK}/build/consumer)
endif()
