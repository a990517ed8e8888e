"""Kernels in the text of a PTX module: which there are, which are the same, which use warps or barriers."""

import hashlib
import re
from collections import namedtuple

# Operations between lanes of a warp, or threads of a block.
MEETS = re.compile(
    r"(?<![\w.$%])(shfl|vote|match|redux|activemask|elect|bar|barrier|mma|wmma|ldmatrix|stmatrix|movmatrix)\.")

_TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|[{};]|[^/"{};]+|.', re.S)
_HEADER = re.compile(r"\.(entry|func)\b(?:\s*\([^)]*\))?\s*([A-Za-z_$%][\w$]*)", re.S)
_WORD = re.compile(r"[A-Za-z_$%][\w$]*")
_BLOCK = re.compile(r"\.(reqntid|maxntid)\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")
_LINE_TABLE = re.compile(r"^\s*(?:\.loc\b|\.pragma\b|\.file\b)[^\n]*$", re.M)

Function = namedtuple("Function", "name is_entry header body")
Kernel = namedtuple("Kernel", "name body_id shape is_exact_shape meets")


def functions(text):
    """The functions of a module that have a body, in order."""
    out, head, body, depth, known = [], [], [], 0, None
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token.startswith(("//", "/*")):
            token = "\n" * token.count("\n")
        if token == "{":
            depth += 1
            if depth == 1:
                known = _HEADER.search("".join(head))
                continue
        elif token == "}":
            depth -= 1
            if depth < 0:
                raise ValueError("a closing brace without an opening one")
            if depth == 0:
                if known:
                    out.append(Function(known.group(2), known.group(1) == "entry", "".join(head)[known.start():],
                                        "".join(body)))
                head, body, known = [], [], None
                continue
        if depth > 0:
            body.append(token)
        elif token == ";":
            head = []
        else:
            head.append(token)
    if depth != 0:
        raise ValueError("a brace that is not closed")
    return out


def _called(function, by_name):
    """The functions that it names, itself first."""
    order, todo = [], [function.name]
    while todo:
        name = todo.pop()
        if name in order:
            continue
        order.append(name)
        words = dict.fromkeys(_WORD.findall(by_name[name].body))
        todo += [w for w in reversed(words) if w in by_name and w not in order]
    return [by_name[name] for name in order]


_SPECIAL = re.compile(r"%(n?tid|n?ctaid|laneid|n?warpid|n?smid|gridid|lanemask_\w+|clock\w*|pm\d+\w*|envreg\d+|"
                      r"globaltimer\w*|dynamic_smem_size|total_smem_size|aggr_smem_size|cluster\w*|is_explicit_cluster|"
                      r"n?clusterid|reserved_smem\w*|current_graph_exec)$")

def normalised(parts):
    """The text of functions with registers, labels, parameters and variables numbered as they come."""
    text = "\n".join(p.header + "\n{" + p.body + "}" for p in parts)
    text = _LINE_TABLE.sub("", text)
    names = {p.name for p in parts}
    numbers = {}

    def rename(match):
        word, start = match.group(), match.start()
        before = text[start - 1] if start else ""
        if before == "." or _SPECIAL.match(word):
            return word
        # What nvcc and clang name begins so; a parameter's name begins with its function's.
        if word[0] not in "%$_" and not any(word.startswith(n) for n in names):
            return word
        kind = re.sub(r"\d+$", "", word) if word[0] == "%" else ""
        return kind + "@" + str(numbers.setdefault(word, len(numbers)))

    text = re.sub(r"(?<![\w$%])[A-Za-z_$%][\w$]*", rename, text)
    text = re.sub(r"<\d+>", "<>", text)
    return re.sub(r"\s+", " ", text).strip()


def shape_of(header):
    """(x, y, z) of .reqntid or .maxntid and whether it is the former; (None, False) where neither stands."""
    found = {m.group(1): tuple(int(n or 1) for n in m.groups()[1:]) for m in _BLOCK.finditer(header)}
    if "reqntid" in found:
        return found["reqntid"], True
    return found.get("maxntid"), False


def kernels(text):
    all_functions = functions(text)
    by_name = {f.name: f for f in all_functions}
    out = []
    for f in all_functions:
        if not f.is_entry:
            continue
        parts = _called(f, by_name)
        digest = hashlib.sha256(normalised(parts).encode()).hexdigest()[:16]
        shape, is_exact = shape_of(f.header)
        out.append(Kernel(f.name, digest, shape, is_exact, any(MEETS.search(p.body) for p in parts)))
    return out


def template_of(name):
    """A mangled name up to the arguments of a template: alike for all instances."""
    at = 3 if name.startswith("_ZN") else 2
    while name.startswith("_Z") and (match := re.compile(r"\d+").match(name, at)):
        at = match.end() + int(match.group())
        if name[at:at + 1] == "I" and name[at + 1:at + 2] != "":
            break
    return name[:at] if name.startswith("_Z") and at > 3 else name
