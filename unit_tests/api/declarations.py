# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a header declares in a namespace: enough of C++ to find declarations, their names and where they stand.

No preprocessor: code behind an #if counts as code, and macros are taken for names.
"""

import re
from typing import Iterator, List, NamedTuple, Tuple

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
      | (?P<text>(?:u8|[uUL])?R"(?P<end>[^(\s]*)\(.*?\)(?P=end)" | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)+')
      | (?P<word>[A-Za-z_]\w*)
      | (?P<number>\d(?:[\w.]|'\w)*)
      | (?P<mark>::|->|\S)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL)

CLOSING = {"(": ")", "[": "]", "{": "}"}
SPECIFIERS = {"inline", "constexpr", "const", "static", "extern", "typename", "explicit", "friend", "auto"}
FUNCTION_MACRO = re.compile(r"KOKKOS_(FORCE)?INLINE_FUNCTION$|KOKKOS_(INLINE_)?FUNCTION$|KOKKOS_DEDUCTION_GUIDE$")


class Token(NamedTuple):
    kind: str
    text: str
    begin: int
    end: int


class Declaration(NamedTuple):
    """`name` in namespace `scope`; the text is source[begin:end], its first token is at `begin`."""
    scope: str
    name: str
    kind: str  # class, enum, alias, function, variable, using, guide, specialization, member, assertion
    begin: int
    end: int
    line: int


def tokens_of(source: str) -> List[Token]:
    """The tokens of the code, without comments and directives."""
    found = []
    for match in TOKEN.finditer(source):
        kind = match.lastgroup if match.lastgroup != "end" else "text"
        if kind not in ("comment", "directive"):
            found.append(Token(kind, match.group(), match.start(), match.end()))
    return found


def after_group(tokens: List[Token], at: int) -> int:
    """The place behind the bracket that closes the one at `at`."""
    closing = [CLOSING[tokens[at].text]]
    at += 1
    while closing:
        text = tokens[at].text
        if text == closing[-1]:
            closing.pop()
        elif text in CLOSING:
            closing.append(CLOSING[text])
        at += 1
    return at


def after_angles(tokens: List[Token], at: int) -> int:
    """The place behind the `>` that closes the `<` at `at`."""
    depth = 0
    while True:
        text = tokens[at].text
        if text in CLOSING:
            at = after_group(tokens, at)
            continue
        depth += (text == "<") - (text == ">")
        at += 1
        if depth == 0:
            return at


def end_of_declaration(tokens: List[Token], at: int) -> int:
    """The place behind the declaration that begins at `at`: behind its `;`, or behind the body of a function."""
    is_function = False
    is_type = False
    while True:
        text = tokens[at].text
        if text == ";":
            return at + 1
        if text == "template" and tokens[at + 1].text == "<":
            at = after_angles(tokens, at + 1)
            continue
        is_type = is_type or (text in ("struct", "class", "union", "enum") and not is_function)
        is_function = is_function or (text == "(" and not is_type)
        if text in CLOSING:
            at = after_group(tokens, at)
            if text == "{" and is_function and (at == len(tokens) or tokens[at].text not in (";", ",", "(", "{")):
                return at
            continue
        at += 1


def declared(tokens: List[Token]) -> Tuple[str, str]:
    """(kind, name) of one declaration."""
    at = 0
    while tokens[at].text == "template":
        at = after_angles(tokens, at + 1) if tokens[at + 1].text == "<" else at + 1
    deduces = False
    while tokens[at].text == "[" or tokens[at].text in SPECIFIERS or FUNCTION_MACRO.match(tokens[at].text):
        deduces = deduces or tokens[at].text == "auto"
        at = after_group(tokens, at) if tokens[at].text == "[" else at + 1
    if tokens[at].text == "using":
        last = [token.text for token in tokens if token.kind == "word"]
        return ("alias", tokens[at + 1].text) if tokens[at + 2].text == "=" else ("using", last[-1])
    if tokens[at].text in ("struct", "class", "union", "enum"):
        kind = "enum" if tokens[at].text == "enum" else "class"
        at += 1
        while tokens[at].text in ("class", "struct", "alignas", "[", "("):
            at = after_group(tokens, at) if tokens[at].text in CLOSING else at + 1
        if tokens[at].text == "{":
            return ("variable", tokens[after_group(tokens, at)].text)
        name = tokens[at].text
        while tokens[at + 1].text == "::":
            at += 2
            name = tokens[at].text
        return ("specialization" if tokens[at + 1].text == "<" else kind, name)
    if tokens[at].text == "static_assert":
        return ("assertion", "static_assert")
    name = ""
    while True:
        token = tokens[at]
        if token.text == "::" and (tokens[at + 1].text == "~" or tokens[at + 2].text == "("):
            return ("member", tokens[at + 1].text)
        if token.text == "operator":
            end = next(i for i in range(at + 1, len(tokens)) if tokens[i].text == "(" and i > at + 1)
            return ("function", "operator" + "".join(t.text for t in tokens[at + 1:end]))
        if token.text == "(":
            behind = after_group(tokens, at)
            guide = behind < len(tokens) and tokens[behind].text == "->" and not deduces
            return ("guide" if guide else "function", name)
        if token.text in ("=", "{", ";", "["):
            return ("variable", name)
        if token.text == "<":
            at = after_angles(tokens, at)
            continue
        if token.kind == "word":
            deduces = deduces or token.text == "auto"
            name = token.text
        at += 1


def declarations_of(source: str) -> Iterator[Declaration]:
    """The declarations at namespace scope, `namespace` lines themselves left out."""
    tokens = tokens_of(source)
    scopes: List[str] = []
    at = 0
    while at < len(tokens):
        text = tokens[at].text
        if text == "namespace" and tokens[at + 2].text != "=":
            at += 1
            name = []
            while tokens[at].text != "{":
                name.append(tokens[at].text)
                at += 1
            scopes.append("".join(name))
            at += 1
        elif text == "}":
            scopes.pop()
            at += 1
        elif text == ";":
            at += 1
        else:
            end = end_of_declaration(tokens, at)
            kind, name = ("alias", tokens[at + 1].text) if text == "namespace" else declared(tokens[at:end])
            yield Declaration("::".join(scopes), name, kind, tokens[at].begin, tokens[end - 1].end,
                              source.count("\n", 0, tokens[at].begin) + 1)
            at = end
