#!/usr/bin/env python3
"""docs/reports.md: the reports of twenty documented bugs, before they were made for people to read, and now.

  tools/report_pages.py write|check

`before` is what commit acf461f printed, kept in tests/report/before/; `now` is tests/report/expected/, which
tests/report:report_texts_test compares with what the program prints. `write` makes the page of the two; `check` fails where
the page is another.
"""
import html
import pathlib
import re
import sys

BEFORE, NOW, CASES = (pathlib.Path("tests/report") / name for name in ("before", "expected", "cases"))
PAGE = pathlib.Path("docs/reports.md")
MOST_COLUMNS = 150  # of a line of the page
HEAD = """# Reports, before and now

What `warpproof check` says of twenty documented bugs: at the left as it was before reports were made for people to read
(commit acf461f), at the right as it is now. Cause, place and remedy are in the first lines, elements go by their names, and
of the inputs those are shown that the error needs. Each text ends with its first finding; lines of more than {columns}
characters are cut off at `..`. The whole texts are in `tests/report/before` and `tests/report/expected`; a test compares
the latter with what the program prints, another one this page with both.
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
