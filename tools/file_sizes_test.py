"""file_sizes.py on samples: what is counted, and what is said."""

import unittest

from tools import file_sizes


class Methods(unittest.TestCase):
    def count(self, body):
        return file_sizes.methods("namespace n {\nclass A {\n public:\n" + body + "\n};\n}  // namespace n\n")["A"]

    def test_declarations_and_definitions_count(self):
        self.assertEqual(self.count("A();\n~A();\nint f() const;\nint g() { if (x) { return 1; } return 2; }"), 4)

    def test_lists_of_initialisers_are_no_functions_of_their_own(self):
        self.assertEqual(self.count("explicit A(int x) : x_(x), y_{x} {}\nvoid f();\nint x_, y_;"), 2)

    def test_fields_do_not_count(self):
        self.assertEqual(self.count("int x = f(3);\nstd::function<void(int)> g;\nint a[4] = {1, 2};\nB b{c()};"), 0)

    def test_operators_and_templates_count(self):
        self.assertEqual(self.count("A& operator=(const A&) = delete;\nbool operator==(const A&) const = default;\n"
                                    "template <class F>\nvoid each(F f) { for (;;) { f(); } }"), 3)

    def test_types_and_friends_do_not_count(self):
        self.assertEqual(self.count("using F = int (*)(int);\nenum class E { a, b };\nfriend void h(A);"), 0)

    def test_functions_of_a_class_inside_are_its_own(self):
        text = "class A {\n struct B {\n  void f();\n  void g() {}\n };\n void h();\n};"
        self.assertEqual(file_sizes.methods(text), {"A": 1, "B": 2})

    def test_calls_in_bodies_and_text_do_not_count(self):
        self.assertEqual(self.count('void f() { g(); h("void k();"); }  // void l();\n/* void m(); */'), 1)


class Complaints(unittest.TestCase):
    def test_what_is_too_large_is_told(self):
        self.assertEqual(file_sizes.complaints({"a.h": 301, "b.cpp: C": 50}, {}),
                         ["a.h has 301 lines; at most 300 are wanted",
                          "b.cpp: C has 50 member functions; at most 37 are wanted"])

    def test_what_is_known_may_not_grow(self):
        self.assertEqual(file_sizes.complaints({"a.cpp": 510}, {"a.cpp": 510}), [])
        self.assertEqual(file_sizes.complaints({"a.cpp": 509}, {"a.cpp": 510}), [])
        self.assertEqual(len(file_sizes.complaints({"a.cpp": 511}, {"a.cpp": 510})), 1)

    def test_what_has_become_small_is_taken_out(self):
        self.assertEqual(len(file_sizes.complaints({}, {"a.cpp": 510})), 1)


if __name__ == "__main__":
    unittest.main()
