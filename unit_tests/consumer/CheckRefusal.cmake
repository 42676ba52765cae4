# cmake -D MODE=own|installed -D OPTIONS=<of CMake, with | for ;> -D SENTENCE=<expected> ... -P CheckRefusal.cmake
# Configures Sporos, or a project that finds it installed, in a way that cannot work: there must be one error with the
# given sentence.

include(${CMAKE_CURRENT_LIST_DIR}/Steps.cmake)

split_lists(OPTIONS)
if(MODE STREQUAL "installed")
  install_sporos()
  set(project ${CMAKE_CURRENT_LIST_DIR}/project)
  set(options -DSporos_ROOT=${WORK}/prefix)
else()
  set(project ${SOURCE})
  set(options)
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${project} -B ${WORK}/build ${options} ${OPTIONS}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
message("${output}")
if(result EQUAL 0)
  message(FATAL_ERROR "configured, though it cannot work")
endif()
string(REGEX REPLACE "[ \n]+" " " words "${output}")
string(FIND "${words}" "${SENTENCE}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "'${SENTENCE}' is not in it")
endif()
string(REGEX MATCHALL "CMake (Error|Warning)" complaints "${output}")
list(LENGTH complaints count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "${count} errors and warnings instead of one")
endif()
