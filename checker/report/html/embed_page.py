"""Joins page.html, page.css and page.js into a C++ include file of string literals.

The page's policy names the hashes of its own style and script (Content-Security-Policy), so that a browser runs
nothing else, whatever text the report holds.
"""
import base64
import hashlib
import sys

LITERAL = 12000  # characters of one string literal; compilers need not take more than 65536


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def literals(text):
    parts = [text[i:i + LITERAL] for i in range(0, len(text), LITERAL)] or [""]
    return "\n".join('R"PAGE(' + part + ')PAGE"' for part in parts)


def main(html, css, js):
    page, style, script = (open(name, encoding="utf-8").read() for name in (html, css, js))
    if "</" + "script" in script.lower() or "</" + "style" in style.lower() or ')PAGE"' in page + style + script:
        sys.exit("the script or the style would end its own element")
    page = page.replace("@STYLE_HASH@", digest(style)).replace("@SCRIPT_HASH@", digest(script))
    page = page.replace("@STYLE@", style).replace("@SCRIPT@", script)
    before, rest = page.split("@TEXT@")
    between, after = rest.split("@DATA@")
    for name, text in (("kBeforeText", before), ("kBeforeData", between), ("kAfterData", after)):
        print(f"constexpr std::string_view {name} =\n{literals(text)};")


main(*sys.argv[1:])
