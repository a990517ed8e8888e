"""The check of layers, on graphs that keep to them and graphs that do not."""

import contextlib
import io
import os
import tempfile
import unittest

from tools import architecture

LAYERS = "# from the lowest\nspec\nsrc/term\nchecker/low:part\nchecker/symbolic\nchecker\n"


def query(*edges):
    rules = {}
    for above, below in edges:
        rules.setdefault(above, []).append(below)
        rules.setdefault(below, [])
    text = "".join(
        f'<rule class="cc_library" name="//{name}"><list name="deps">'
        + "".join(f'<label value="//{dep}"/>' for dep in deps)
        + "</list></rule>"
        for name, deps in rules.items()
    )
    return f'<?xml version="1.1" encoding="UTF-8" standalone="no"?><query version="2">{text}</query>'


class Layers(unittest.TestCase):
    def found(self, *edges):
        labels, deps = architecture.edges_of(query(*edges))
        return architecture.violations(labels, deps, architecture.read_layers(LAYERS))

    def test_downwards_and_within_a_layer(self):
        self.assertEqual(self.found(("checker:check", "checker/symbolic:executor"), ("src/term:term", "spec:lanes"),
                                    ("src/term:term", "src/term:float")), [])

    def test_upwards(self):
        self.assertEqual(self.found(("checker/symbolic:race", "checker:check")),
                         ["checker/symbolic:race must not depend on checker:check, which is of a higher layer"])

    def test_the_specification_depends_on_nothing(self):
        self.assertEqual(len(self.found(("spec:vote", "src/term:term"))), 1)

    def test_a_library_with_a_layer_of_its_own(self):
        self.assertEqual(self.found(("checker/symbolic:race", "checker/low:part")), [])
        self.assertEqual(len(self.found(("checker/low:part", "checker/symbolic:race"))), 1)

    def test_no_layer(self):
        self.assertEqual(self.found(("checker/new:part", "spec:lanes")), ["checker/new:part has no layer"])

    def test_dependencies_of_others_are_left_out(self):
        self.assertEqual(self.found(("checker:check", "tests:case_runner")), [])


class Picture(unittest.TestCase):
    def test_arrows_that_follow_are_left_out(self):
        edges = {("a", "b"), ("b", "c"), ("a", "c")}
        self.assertEqual(architecture.reduced(edges), {("a", "b"), ("b", "c")})

    def test_a_page_with_another_picture_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("layers", "query", "page.md")]
            texts = [LAYERS, query(("checker:check", "checker/symbolic:race")),
                     f"Before.\n{architecture.BEGIN}\nold\n{architecture.END}\nAfter.\n"]
            for path, text in zip(paths, texts):
                with open(path, "w") as file:
                    file.write(text)
            with contextlib.redirect_stdout(io.StringIO()) as out:
                self.assertEqual(architecture.main(["check", *paths]), 1)
            self.assertIn("is not that of the build graph", out.getvalue())
            self.assertEqual(architecture.main(["draw", *paths]), 0)
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(architecture.main(["check", *paths]), 0)
            with open(paths[2]) as file:
                page = file.read()
            self.assertTrue(page.startswith("Before.\n") and page.endswith("After.\n"))
            self.assertIn("checker --> checker_symbolic\n", page)


if __name__ == "__main__":
    unittest.main()
