# cmake ... -P RunCompiledOnce.cmake
# The file that compiles the plans must make a program that runs; the other file must contain none of the kernels.

include(${CMAKE_CURRENT_LIST_DIR}/Steps.cmake)

# Without optimization, which would take three times as long.
run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${CMAKE_CURRENT_LIST_DIR}/once -B ${WORK}/build
  -DSPOROS_FOLDER=${SOURCE} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
run_step(${CMAKE_COMMAND} --build ${WORK}/build)
run_step(${WORK}/build/compiled_once)

file(READ ${WORK}/build/nm.txt nm)
execute_process(COMMAND ${nm} RESULT_VARIABLE result OUTPUT_VARIABLE symbols)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "'${nm}' ended with ${result}")
endif()
if(NOT symbols MATCHES " U sporos::AnyPlanParts<")
  message(FATAL_ERROR "main.cpp does not ask for a plan:\n${symbols}")
endif()
string(REGEX MATCH "[^\n]* [A-TV-Za-z] [^\n]*(FormatLaunch|sporos::[A-Za-z:]*Kernel)[^\n]*" kernel "${symbols}")
if(kernel)
  message(FATAL_ERROR "main.cpp has what another file compiles: ${kernel}")
endif()
