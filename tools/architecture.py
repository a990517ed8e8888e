#!/usr/bin/env python3
"""The layers of the program, checked against the build graph and drawn.

usage: architecture.py check LAYERS QUERY [PAGE]
       architecture.py draw LAYERS QUERY [PAGE]

QUERY is what `bazel query 'deps(//checker/cli:warpproof)' --output=xml` prints, LAYERS is tools/layers.txt. `check`
prints the dependencies that run against the layers, libraries that no layer has, and, with a PAGE, whether the picture
in it is another one than the build graph gives; its status is 1 if there are any. `draw` prints the picture as mermaid
text, or puts it into the PAGE, between the lines BEGIN and END.
"""

import sys
import xml.etree.ElementTree

BEGIN = "<!-- made by tools/architecture.py -->"
END = "<!-- end of the picture -->"
HEART = "checker/symbolic"  # drawn library by library


def edges_of(query):
    """Dependencies among the program's own libraries: (label, label) without the slashes; and all labels."""
    labels, edges = set(), set()
    own = lambda label: label.startswith("//") and not label.startswith(("//tests", "//third_party"))
    for rule in xml.etree.ElementTree.fromstring(query).iter("rule"):
        name = rule.get("name")
        if not own(name) or not rule.get("class").startswith("cc_"):
            continue
        labels.add(name[2:])
        for dep in rule.findall("./list[@name='deps']/label"):
            if own(dep.get("value")):
                edges.add((name[2:], dep.get("value")[2:]))
    return labels, edges


def read_layers(text):
    lines = [line.strip() for line in text.splitlines()]
    return {line: number for number, line in enumerate(l for l in lines if l and not l.startswith("#"))}


def layer_of(label, layers):
    """The number of a library's layer: of its own line, else of its folder's; None where there is none."""
    return layers.get(label, layers.get(label.split(":")[0]))


def violations(labels, edges, layers):
    out = [f"{label} has no layer" for label in sorted(labels) if layer_of(label, layers) is None]
    for above, below in sorted(edges):
        high, low = layer_of(above, layers), layer_of(below, layers)
        if high is not None and low is not None and low > high:
            out.append(f"{above} must not depend on {below}, which is of a higher layer")
    return out


def reduced(edges):
    """Without those that follow from others: a -> c where a -> b and b -> c."""
    after = {}
    for a, b in edges:
        after.setdefault(a, set()).add(b)

    def reachable(start, without):
        seen, todo = set(), [x for x in after.get(start, ()) if x != without]
        while todo:
            x = todo.pop()
            if x not in seen:
                seen.add(x)
                todo += after.get(x, ())
        return seen

    return {(a, b) for a, b in edges if b not in reachable(a, b)}


def picture(labels, edges, layers):
    """Mermaid text: a box a folder, but for libraries with a layer of their own and those of HEART."""
    def box(label):
        folder = label.split(":")[0]
        return label if label in layers or folder == HEART else folder

    def name(box):
        return box.replace("/", "_").replace(":", "__")

    boxes = sorted({box(l) for l in labels}, key=lambda b: (layer_of(b, layers), b))
    drawn = {(box(a), box(b)) for a, b in edges if box(a) != box(b)}
    inside = {b for b in boxes if b.split(":")[0] == HEART}
    outer = lambda b: HEART if b in inside else b
    between = reduced({(outer(a), outer(b)) for a, b in drawn if outer(a) != outer(b)})
    within = reduced({(a, b) for a, b in drawn if a in inside and b in inside})
    lines = ["```mermaid", "flowchart TD"]
    for b in boxes:
        if b not in inside:
            lines.append(f'  {name(b)}["{b}"]')
    lines.append(f'  subgraph {name(HEART)}["{HEART}"]')
    lines += [f'    {name(b)}["{b.split(":")[1]}"]' for b in sorted(inside)]
    lines += [f"    {name(a)} --> {name(b)}" for a, b in sorted(within)]
    lines.append("  end")
    lines += [f"  {name(a)} --> {name(b)}" for a, b in sorted(between)]
    return "\n".join(lines + ["```"])


def with_picture(page, drawn):
    head, rest = page.split(BEGIN)
    return head + BEGIN + "\n" + drawn + "\n" + END + rest.split(END)[1]


def main(arguments):
    if len(arguments) not in (3, 4) or arguments[0] not in ("check", "draw"):
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[1]) as layers, open(arguments[2]) as query:
        ranks = read_layers(layers.read())
        labels, edges = edges_of(query.read())
    wrong = violations(labels, edges, ranks)
    page = arguments[3] if len(arguments) == 4 else None
    if arguments[0] == "draw" and not wrong:
        drawn = picture(labels, edges, ranks)
        if page is None:
            print(drawn)
            return 0
        with open(page) as file:
            text = with_picture(file.read(), drawn)
        with open(page, "w") as file:
            file.write(text)
        return 0
    if page is not None and not wrong:
        with open(page) as file:
            text = file.read()
        if text != with_picture(text, picture(labels, edges, ranks)):
            wrong.append(f"the picture in {page} is not that of the build graph: tools/architecture.py draw makes it")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
