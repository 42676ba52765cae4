# Tests that Snippets.cmake finds every snippet, so that the compiler can name page and line. Expects WORK, a folder for
# this test alone.
cmake_minimum_required(VERSION 3.22)

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/README.md "# [A; b]\n\n```cpp\n#include <vector>\n\nstd::vector<int> list[] = {{1}, {2; 3}};\n```\n")
file(WRITE ${WORK}/docs/page.md "```sh\nls\n```\n<!-- compiled where defined(THIS) -->\n```cpp\nvoid f() {}\n```\ntext\n"
  "```cpp\nshown();\n```\n```cpp\nshown();\nno();\n```\n")
file(WRITE ${WORK}/docs/examples/shown.cpp "// SPDX-License-Identifier: X\nshown();\n")

execute_process(COMMAND ${CMAKE_COMMAND} -D ROOT=${WORK} -D PREAMBLE=names.hpp -D OUT=${WORK}/out.cpp
  -P ${CMAKE_CURRENT_LIST_DIR}/Snippets.cmake RESULT_VARIABLE result)
file(READ ${WORK}/out.cpp found)
set(wanted "#include \"names.hpp\"
#line 4 \"${WORK}/README.md\"
#include <vector>
namespace snippet_1 {
void function() {
#line 4 \"${WORK}/README.md\"


std::vector<int> list[] = {{1}, {2; 3}};
#line 1 \"behind a snippet of ${WORK}/README.md\"
}
}
#if defined(THIS)
namespace snippet_2 {

#line 6 \"${WORK}/docs/page.md\"
void f() {}
#line 1 \"behind a snippet of ${WORK}/docs/page.md\"

}
#endif
namespace snippet_3 {
void function() {
#line 13 \"${WORK}/docs/page.md\"
shown();
no();
#line 1 \"behind a snippet of ${WORK}/docs/page.md\"
}
}
")
if(NOT result EQUAL 0 OR NOT found STREQUAL wanted)
  message(FATAL_ERROR "wanted:\n${wanted}\nfound:\n${found}")
endif()

file(WRITE ${WORK}/README.md "no snippet\n")
file(REMOVE ${WORK}/docs/page.md)
execute_process(COMMAND ${CMAKE_COMMAND} -D ROOT=${WORK} -D PREAMBLE=names.hpp -D OUT=${WORK}/out.cpp
  -P ${CMAKE_CURRENT_LIST_DIR}/Snippets.cmake RESULT_VARIABLE result ERROR_VARIABLE ignored)
if(result EQUAL 0)
  message(FATAL_ERROR "pages without a snippet are not noticed")
endif()
