# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""That names.py finds what headers declare, is content with a good tree, and fires at what it is there for."""

import io
import os
import tempfile
import unittest
from contextlib import redirect_stdout

import names
from declarations import declarations_of

HEADER = """
/// \\file
#pragma once
#include <vector>
#if defined(HERE)
#define SPOROS_HERE 1
#endif
/// \\cond
#define SPOROS_INNER 2
/// \\endcond
namespace sporos {
namespace detail {
struct Hidden { int x[2][3]; };
inline int hidden() { return Hidden{}.x[0][1]; }
}  // namespace detail

// struct Commented {};
template <class T, int N = (3 > 2)>
class Forward;
struct alignas(16) Aligned { char bytes[16]; };
enum class Choice : int { one, two };
template <class T = std::vector<int>>
using Alias = typename T::type;
template <class T>
inline constexpr bool is_it = sizeof(T) < 4;
template <>
inline constexpr bool is_it<char> = true;
template <class T, class = std::enable_if_t<is_it<T>>>
[[nodiscard]] constexpr auto function(const T& t, int n = 3) -> decltype(t + n) { return t + n; }
const std::vector<detail::Hidden>& list(const char* text = "namespace sporos { struct Quoted; }");
template <class T>
class Forward<T, 1> { int inside() const { return 0; } };
Forward(int) -> Forward<int, 1>;
template <class T>
Aligned Forward<T, 1>::outside() const { return {}; }
constexpr bool operator==(const Aligned&, const Aligned&) { return true; }
static_assert(sizeof(int) == 4, "it is");
struct { int y; } nameless;
template <class T>
Forward<T, 1>::~Forward() {}
auto raw = R"(struct Raw {};)";
}  // namespace sporos
namespace other { struct Elsewhere {}; }
"""

FOUND = {"SPOROS_HERE", "Forward", "Aligned", "Choice", "Alias", "is_it", "function", "list", "nameless", "raw"}


class Declarations(unittest.TestCase):
    def test_are_those_of_the_namespace_itself(self):
        self.assertEqual(names.names_in(HEADER), FOUND)

    def test_know_their_kind_scope_and_line(self):
        found = {(one.scope, one.kind, one.name) for one in declarations_of(HEADER)}
        self.assertIn(("sporos::detail", "class", "Hidden"), found)
        self.assertIn(("sporos", "specialization", "Forward"), found)
        self.assertIn(("sporos", "guide", "Forward"), found)
        self.assertIn(("sporos", "member", "outside"), found)
        self.assertIn(("other", "class", "Elsewhere"), found)
        line = next(one.line for one in declarations_of(HEADER) if one.name == "Aligned")
        self.assertEqual(HEADER.split("\n")[line - 1], "struct alignas(16) Aligned { char bytes[16]; };")


class Names(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write("core/Sporos.hpp", "namespace sporos {\nstruct Plan {};\nvoid spmv();\nvoid spmv(int);\n}\n")
        self.write("formats/ell/Sporos_Ell.hpp", "namespace sporos { namespace detail { struct Inner {}; } }\n")
        self.write("docs/guide.md", "See [all names](api.md).\n")
        self.page = "`#include <Sporos.hpp>`\n\n| name | what |\n|---|---|\n| `Plan` | as `spmv`, twice |\n| `spmv` | a product |\n"
        self.write("docs/api.md", self.page)

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def says(self, *parts):
        found = names.complaints(self.root)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])
        with redirect_stdout(io.StringIO()) as out:
            self.assertEqual(names.main([self.root]), 1)
        self.assertIn(parts[0], out.getvalue())

    def test_of_a_good_tree_are_right(self):
        self.assertEqual(names.complaints(self.root), [])
        self.assertEqual(names.main([self.root]), 0)

    def test_without_a_line_are_named(self):
        self.write("policies/Sporos_New.hpp", "namespace sporos { enum class NewName { a, b }; }\n")
        self.says("NewName is public", "policies/Sporos_New.hpp")

    def test_of_functions_macros_and_variables_need_a_line_too(self):
        for text, name in (("namespace sporos { template <class T> int new_name(T t) { return 1; } }", "new_name"),
                           ("#define SPOROS_NEW 1\n", "SPOROS_NEW"),
                           ("namespace sporos { inline constexpr int new_number = 1; }", "new_number"),
                           ("namespace sporos { using detail::Inner; }", "Inner"),
                           ("namespace sporos { namespace kokkos_sparse { using Other::x; class C {}; } }",
                            "kokkos_sparse::C")):
            with self.subTest(name):
                self.write("core/Sporos_New.hpp", text)
                self.says(name + " is public")

    def test_that_are_gone_are_named(self):
        self.write("docs/api.md", self.page + "| `gone` | nothing |\n")
        self.says("there is no public name gone")

    def test_of_the_inside_are_not_for_the_page(self):
        self.write("docs/api.md", self.page + "| `Inner` | the inside |\n")
        self.says("there is no public name Inner")

    def test_with_two_lines_are_named(self):
        self.write("docs/api.md", self.page + "| `spmv` | once more |\n")
        self.says("spmv has several lines")

    def test_of_headers_have_to_be_right(self):
        self.write("docs/api.md", self.page.replace("<Sporos.hpp>", "<Sporos_Gone.hpp>"))
        self.says("there is no header Sporos_Gone.hpp")

    def test_are_reached_from_the_guide(self):
        self.write("docs/guide.md", "Nothing.\n")
        self.says("has no link to docs/api.md")

    def test_of_no_tree_are_an_error(self):
        os.remove(os.path.join(self.root, "core/Sporos.hpp"))
        self.says("there are no public names")


if __name__ == "__main__":
    unittest.main()
