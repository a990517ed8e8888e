#!/usr/bin/env python3
"""Makes docs/reports.md: the reports of twenty documented bugs, of an earlier version and now.

  tools/report_pages.py write|check

tests/report/before/ has the output of commit acf461f, tests/report/expected/ the output now, which
tests/report:report_texts_test compares with the program. `write` writes the page from both; `check` fails if the page
differs.
"""
import html
import pathlib
import re
import sys

BEFORE, NOW, CASES = (pathlib.Path("tests/report") / name for name in ("before", "expected", "cases"))
PAGE = pathlib.Path("docs/reports.md")
MOST_COLUMNS = 150  # of a line of the page
HEAD = """# Reports, before and now

This page shows the report of `warpproof check` for twenty kernels with a documented bug. The left column is the report of an
earlier version (commit acf461f), the right column is the report now. The report now has cause, place and remedy in its
first lines, names elements as the source does, and shows only inputs that the error needs.

Each text ends after its first finding, and lines of more than {columns} characters end with `..`. The complete texts are in
`tests/report/before` and `tests/report/expected`. A test compares the second with the output of the program, and another
test compares this page with both.
"""


def first_finding(text):
    """The verdict and the first finding, to the end of its trace."""
    out = []
    findings = 0
    for line in text.splitlines():
        findings += re.match(r"\S+:\d+:\d+: (error|warning|note): ", line) is not None
        ends = findings > 0 and re.match(r"  (?!help)\S", line)
        if findings > 1 or ends:
            break
        out.append(line if len(line) <= MOST_COLUMNS else line[: MOST_COLUMNS - 3] + " ..")
    return "\n".join(out)


def cell(path):
    return "<pre>\n" + html.escape(first_finding(path.read_text()), quote=False) + "\n</pre>"


def page():
    names = sorted(path.stem for path in NOW.glob("*.txt"))
    if len(names) < 20 or names != sorted(path.stem for path in BEFORE.glob("*.txt")):
        sys.exit("twenty reports are asked for, each before and now")
    out = [HEAD.format(columns=MOST_COLUMNS)]
    for name in names:
        lines = (CASES / (name + ".cu")).read_text().splitlines()
        cause = next(line[len("// cause: "):] for line in lines if line.startswith("// cause: "))
        cause = re.sub(r"(?<!\w)(__\w+)", r"`\1`", html.escape(cause[0].upper() + cause[1:], quote=False))
        out.append(f"## {name}\n{cause}.\n\n<table>\n<tr><th>before</th><th>now</th></tr>\n<tr>\n"
                   f"<td valign=\"top\">\n\n{cell(BEFORE / (name + '.txt'))}\n\n</td>\n"
                   f"<td valign=\"top\">\n\n{cell(NOW / (name + '.txt'))}\n\n</td>\n</tr>\n</table>\n")
    return "\n".join(out)


def main():
    if sys.argv[1:] == ["write"]:
        PAGE.write_text(page())
    elif sys.argv[1:] == ["check"]:
        if PAGE.read_text() != page():
            sys.exit(f"{PAGE}: not what tests/report says; tools/report_pages.py write makes it anew")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
