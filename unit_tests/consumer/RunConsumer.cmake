# cmake -D MODE=installed|vendored -D ZLIB=ON|OFF -D METIS=ON|OFF [-D KOKKOS_FIRST=ON] ... -P RunConsumer.cmake
# Configures, builds and runs project/ against Sporos.

include(${CMAKE_CURRENT_LIST_DIR}/Steps.cmake)

set(options)
foreach(library ZLIB METIS)
  if(NOT ${library})
    list(APPEND options -DCMAKE_DISABLE_FIND_PACKAGE_${library}=ON)
  endif()
endforeach()
if(MODE STREQUAL "installed")
  install_sporos(${options})
  list(APPEND options -DSporos_ROOT=${WORK}/prefix)
else()
  list(APPEND options -DSPOROS_FOLDER=${SOURCE})
endif()
run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${CMAKE_CURRENT_LIST_DIR}/project -B ${WORK}/build
  ${options} -DEXPECT_ZLIB=${ZLIB} -DEXPECT_METIS=${METIS} -DKOKKOS_FIRST=${KOKKOS_FIRST})
run_step(${CMAKE_COMMAND} --build ${WORK}/build)
run_step(${WORK}/build/consumer)
