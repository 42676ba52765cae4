# Common steps of the package tests. Expects SOURCE (Sporos), WORK (a folder for this test alone), SETTINGS (an initial
# cache) and GENERATOR.

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

# Runs a command. Its output is shown if it fails, and is in `step_output` afterwards.
function(run_step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message("${output}")
    message(FATAL_ERROR "'${command}' ended with ${result}")
  endif()
  set(step_output "${output}" PARENT_SCOPE)
endfunction()

# In arguments of a test, | stands for the ; of lists.
function(split_lists)
  foreach(name IN LISTS ARGN)
    string(REPLACE "|" ";" list "${${name}}")
    set(${name} "${list}" PARENT_SCOPE)
  endforeach()
endfunction()

# Installs Sporos and moves the result, because an installed package must not depend on where it was made.
function(install_sporos)
  run_step(${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${SOURCE} -B ${WORK}/sporos ${ARGN}
    -DSPOROS_BUILD_TESTS=OFF -DSPOROS_BUILD_BENCHMARKS=OFF)
  run_step(${CMAKE_COMMAND} --install ${WORK}/sporos --prefix ${WORK}/first_prefix)
  file(RENAME "${WORK}/first_prefix" "${WORK}/prefix")
endfunction()
