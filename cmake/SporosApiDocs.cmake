# The target api_docs: doxygen makes a page for every public name from the headers, as api_docs/html/index.html in the
# build folder. A name without a comment is an error.

find_program(SPOROS_DOXYGEN doxygen)
mark_as_advanced(SPOROS_DOXYGEN)
configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/api_docs)
if(SPOROS_DOXYGEN)
  add_custom_target(api_docs COMMAND ${SPOROS_DOXYGEN} ${PROJECT_BINARY_DIR}/Doxyfile
    COMMENT "API page: ${PROJECT_BINARY_DIR}/api_docs/html/index.html" VERBATIM)
else()
  add_custom_target(api_docs COMMAND ${CMAKE_COMMAND} -E echo "Sporos: api_docs needs doxygen, which is not found."
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endif()
