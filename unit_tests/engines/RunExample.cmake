# cmake -D EXAMPLE=<folder in docs/examples> -D CONSUMER=<options> -D RUN=<command, with | for ;> -D SENTENCE=<expected>
#   ... -P RunExample.cmake
# Installs Sporos, builds the example against it as its users would, and runs it.

include(${CMAKE_CURRENT_LIST_DIR}/../consumer/Steps.cmake)

split_lists(CONSUMER RUN)
install_sporos()
run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${SOURCE}/docs/examples/${EXAMPLE} -B ${WORK}/build
  -DSporos_ROOT=${WORK}/prefix ${CONSUMER})
run_step(${CMAKE_COMMAND} --build ${WORK}/build)
run_step(${CMAKE_COMMAND} -E chdir ${WORK}/build ${RUN})
if(NOT step_output MATCHES "${SENTENCE}")
  message(FATAL_ERROR "'${SENTENCE}' is not in ${step_output}")
endif()
