"""The conformance pages name the tests of each statement, and refuse what contradicts the tests."""

import json
import pathlib
import unittest

from load import load

conformance = load("conformance")
SWIFT = """
    @Test func `C1: a named café comes first`() {}
    @Test(arguments: [(1, "a"), (2, "b")])
    func `C2, LD3 the nearest is chosen`(number: Int, text: String) {}
    @Test(.enabled(if: recording != nil))
    func `B2: a recording is read`() {}
    @Test("W4: a title")
    func title() {}
"""
PYTHON = """
def test_a_cafe_is_shown_C1(page):
    pass

@pytest.mark.skipif(not present, reason="not here")
@pytest.mark.parametrize("a", [1])
def test_w31_the_link(a):
    pass
"""


def found(file, text, letters="CWB"):
    return [(conformance.numbers_in(test, letters), test.is_conditional) for test in conformance.tests_of(file, text)]


class NamesTests(unittest.TestCase):
    def test_swift_names_and_titles_are_read(self):
        self.assertEqual(found("a.swift", SWIFT), [(["C1"], False), (["C2"], False), (["B2"], True), (["W4"], False)])

    def test_numbers_of_other_contracts_are_left_out(self):
        self.assertEqual(found("a.swift", SWIFT, "L")[1], (["LD3"], False))

    def test_python_names_have_numbers_in_large_or_small_letters(self):
        self.assertEqual(found("a.py", PYTHON), [(["C1"], False), (["W31"], True)])

    def test_a_file_that_is_skipped_as_a_whole_makes_all_its_tests_conditional(self):
        text = "pytestmark = pytest.mark.skipif(True, reason='no')\n" + PYTHON
        self.assertEqual([conditional for _, conditional in found("a.py", text)], [True, True])
        text = "@Suite(.timeLimit(.minutes(1)), .enabled(if: hasIt)) struct S {" + SWIFT
        self.assertTrue(all(conditional for _, conditional in found("a.swift", text)))

    def test_javascript_names_are_read(self):
        text = 'it("C3 W122 falls back", () => {})\nit(`C25 ${code} has digits`, () => {})'
        self.assertEqual([numbers for numbers, _ in found("a.test.js", text)], [["C3", "W122"], ["C25"]])

    def test_a_number_inside_a_word_is_no_statement(self):
        self.assertEqual(found("a.swift", "func `the SC1 and C1a and C01 stay`() {}"), [([], False)])


class CoverageTests(unittest.TestCase):
    def test_a_number_that_the_contract_does_not_have_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "a.swift names C9"):
            conformance.coverage({"C1": "x"}, "C", [conformance.Test("a.swift", "C9: x")])

    def test_a_test_counts_once_for_a_statement_that_it_names_twice(self):
        test = conformance.Test("a.py", "test_c1_again_C1")
        self.assertEqual(conformance.coverage({"C1": "x"}, "C", [test]), {"C1": [test]})


class RowTests(unittest.TestCase):
    test = conformance.Test("a.swift", "C1: x")
    conditional = conformance.Test("b.swift", "C1: y", True)

    def state(self, entry, *found):
        return conformance.row("C1", entry, list(found))

    def test_tests_cover_a_statement_and_are_counted_by_file(self):
        self.assertEqual(self.state("A", self.test, self.test, self.conditional), ("covered", "| C1 | A | covered | `a.swift` (2); `b.swift` |"))

    def test_a_statement_with_conditional_tests_alone_is_skipped(self):
        self.assertEqual(self.state("A", self.conditional), ("skipped", "| C1 | A | skipped | `b.swift` |"))

    def test_without_tests_a_statement_is_open_and_says_what_is_missing(self):
        self.assertEqual(self.state("A"), ("open", "| C1 | A | open |  |"))
        self.assertEqual(self.state({"title": "A", "missing": "the rest"}), ("open", "| C1 | A | open | missing: the rest |"))

    def test_a_decision_is_named_with_its_tests(self):
        entry = {"title": "A", "decided otherwise": "B instead"}
        self.assertEqual(self.state(entry), ("decided otherwise", "| C1 | A | decided otherwise | B instead |"))
        self.assertEqual(self.state(entry, self.test)[1], "| C1 | A | decided otherwise | B instead; `a.swift` |")

    def test_a_statement_about_speed_names_its_benchmark_and_may_have_tests(self):
        entry = {"title": "A", "measured": "`windows.list`: 1 ms"}
        self.assertEqual(self.state(entry), ("measured", "| C1 | A | measured | `windows.list`: 1 ms |"))
        self.assertEqual(self.state(entry, self.test)[1], "| C1 | A | measured | `windows.list`: 1 ms; `a.swift` |")

    def test_a_benchmark_that_nobody_runs_is_refused(self):
        for reason, why in (("fast enough", "needs a benchmark"), ("`no-such-row`: 1 ms", "has no row")):
            with self.assertRaisesRegex(SystemExit, why):
                self.state({"title": "A", "measured": reason})

    def test_a_test_may_not_name_what_is_missing_or_not_applicable(self):
        for reason in ("missing", "not applicable"):
            with self.assertRaisesRegex(SystemExit, f"C1 is {reason}"):
                self.state({"title": "A", reason: "because"}, self.test)

    def test_an_entry_has_exactly_one_reason(self):
        for entry in ({"title": "A"}, {"title": "A", "missing": "x", "not applicable": "y"}, {"title": "A", "mising": "x"}):
            with self.assertRaisesRegex(SystemExit, "C1 needs a title and one of"):
                self.state(entry)


class PageTests(unittest.TestCase):
    contract = conformance.Contract("conformance-x", "Conformance: x", "x", "C", "`C` is x.", [("Part", "C", 1, 2)])

    def test_the_page_counts_the_states(self):
        titles = {"C1": "First", "C2": {"title": "Second", "not applicable": "no such thing"}}
        text = conformance.page(self.contract, titles, {"C1": [RowTests.test], "C2": []})
        self.assertIn("\n1 covered, 0 skipped, 0 measured, 0 decided otherwise, 1 not applicable, 0 open.\n", text)
        self.assertIn("\n## Part\n", text)
        self.assertIn("\n| C2 | Second | not applicable | no such thing |\n", text)

    def test_a_statement_without_a_sentence_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "docs/conformance-x.json has other statements"):
            conformance.page(self.contract, {"C1": "First"}, {"C1": []})

    def test_the_contracts_have_as_many_statements_as_they_should(self):
        counts = {letter: 0 for letter in ("C", "W", "B", "L", "T")}
        for contract in conformance.CONTRACTS:
            titles = json.loads((pathlib.Path(conformance.ROOT) / "docs" / f"{contract.file}.json").read_text(encoding="utf-8"))
            for number in titles:
                if not number[1].isalpha():
                    counts[number[0]] += 1
        self.assertEqual(counts, {"C": 126, "W": 150, "B": 7, "L": 150, "T": 116})


if __name__ == "__main__":
    unittest.main()
