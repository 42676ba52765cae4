# cmake -D NAME=... -D "RUN=<command and its arguments, with | for ;>" ... -P RunExample.cmake
# Builds and runs the example docs/examples/NAME as a user would: with Sporos installed and its own CMakeLists.txt.

include(${CMAKE_CURRENT_LIST_DIR}/../consumer/Steps.cmake)

split_lists(RUN)
install_sporos()
run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${SOURCE}/docs/examples/${NAME} -B ${WORK}/build
  -DSporos_ROOT=${WORK}/prefix)
run_step(${CMAKE_COMMAND} --build ${WORK}/build)
run_step(${RUN} ${WORK}/build/${NAME})
message("${step_output}")
if(NOT step_output MATCHES "\nsolved in [0-9]+ iterations\n")
  message(FATAL_ERROR "nothing was solved")
endif()
