#!/usr/bin/env python3
"""Sizes of what the program is written in: files that can be read in one go, classes that can be understood alone.

usage: file_sizes.py check ROOT

Prints headers of more than 300 lines, other sources of more than 500, and classes of more than 37 member functions (30
is what to aim at), but for those in KNOWN. Its status is 1 if there are any, if one that is known has grown, or if it is
small enough to be taken out of KNOWN.
"""

import os
import re
import sys

HEADER_LINES, SOURCE_LINES, METHODS = 300, 500, 37
FOLDERS = ("benchmarks", "checker", "examples", "include", "spec", "src", "tests", "tools")
HEADERS, SOURCES = (".h",), (".cpp", ".inc", ".py", ".sh")

# What is larger, and how large: lines of a file, member functions of "file: class". Nothing is, and nothing is to be.
KNOWN = {}


def without_text(text):
    """The program without comments, strings and preprocessor lines."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"'(\\.|[^'\\\n])'", "' '", text)
    return re.sub(r"^[ \t]*#[^\n]*(\\\n[^\n]*)*", "", text, flags=re.M)


CLASS = re.compile(r"(?:^|[\s>])(class|struct)\s+(?:alignas\([^)]*\)\s*)?([\w:]+)\s*(?:final\s*)?(?::(?!:)[^;{}()]*)?$")
FUNCTION = re.compile(r"(?:[\w>&*\]]\s*|\s|^)(~?\w+|operator\s*\S+)\s*\($")


def is_function(member):
    """Is the text of a member, up to its body or semicolon, that of a member function?"""
    member = re.sub(r"^\s*(public|private|protected)\s*:", "", member).strip()
    if re.match(r"(using|typedef|friend|static_assert|enum|class|struct|union)\b", member):
        return False
    member = re.sub(r"^template\s*<[^{};]*?>\s*(?=[\w\[])", "", member)
    before = member.split("(", 1)[0]
    # A field may be of a type of functions, std::function<void(int)>, or have a value, = f().
    return "(" in member and "=" not in before.replace("operator==", "").replace("operator=", "") and \
        before.count("<") <= before.count(">")


def methods(text):
    """{class: number of its member functions}, of classes that are defined in the text."""
    out, open_scopes, start, i = {}, [], 0, 0
    text = without_text(text)
    while i < len(text):
        c = text[i]
        if c == "{":
            head = text[start:i]
            found = CLASS.search(head)
            inside = open_scopes[-1] if open_scopes else None
            if found and "(" not in head.rsplit(found.group(1), 1)[1]:
                open_scopes.append(found.group(2))
                out.setdefault(found.group(2), 0)
            else:
                if inside and is_function(head):
                    out[inside] += 1
                open_scopes.append("" if re.search(r"\bnamespace\b", head) else None)
            if open_scopes[-1] is None:  # a body, or a value: over it
                depth = 1
                while depth and i + 1 < len(text):
                    i += 1
                    depth += {"{": 1, "}": -1}.get(text[i], 0)
                open_scopes.pop()
                # a list of initialisers before the body of a constructor goes on
                if re.match(r"\s*[,{]", text[i + 1:]) and inside:
                    out[inside] -= 1 if is_function(head) else 0
                    i += 1
                    continue
            start = i + 1
        elif c == "}":
            if open_scopes:
                open_scopes.pop()
            start = i + 1
        elif c == ";":
            inside = open_scopes[-1] if open_scopes else None
            if inside and is_function(text[start:i]):
                out[inside] += 1
            start = i + 1
        i += 1
    return {name: count for name, count in out.items() if name}


def sizes(root):
    """{what: size} of all that is too large."""
    out = {}
    for folder in FOLDERS:
        for path, folders, files in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(files):
                own = os.path.relpath(os.path.join(path, name), root).replace(os.sep, "/")
                kind = os.path.splitext(name)[1]
                if kind not in HEADERS + SOURCES:
                    continue
                with open(os.path.join(path, name), encoding="utf-8", errors="replace") as file:
                    text = file.read()
                lines = text.count("\n")
                if lines > (HEADER_LINES if kind in HEADERS else SOURCE_LINES):
                    out[own] = lines
                if kind in HEADERS + (".cpp",):
                    for cls, count in methods(text).items():
                        if count > METHODS:
                            out[f"{own}: {cls}"] = count
    return out


def complaints(found, known):
    out = []
    for what, size in sorted(found.items()):
        unit = "member functions" if ": " in what else "lines"
        if what not in known:
            limit = METHODS if ": " in what else HEADER_LINES if what.endswith(HEADERS) else SOURCE_LINES
            out.append(f"{what} has {size} {unit}; at most {limit} are wanted")
        elif size > known[what]:
            out.append(f"{what} has {size} {unit} and is not to grow beyond {known[what]}")
    out += [f"{what} is small enough by now: take it out of KNOWN" for what in sorted(known) if what not in found]
    return out


def main(arguments):
    if len(arguments) != 2 or arguments[0] != "check":
        sys.stderr.write(__doc__)
        return 2
    out = complaints(sizes(arguments[1]), KNOWN)
    for line in out:
        print(line)
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
