"""The closing line of `make test` counts what ran, and is never green by accident."""

import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

from load import load

test = load("test")
Counts, Suite = test.Counts, test.Suite


class ReportsTests(unittest.TestCase):
    def test_a_junit_report_is_counted_case_by_case(self):
        report = """<testsuites><testsuite>
            <testcase name="a"/><testcase name="b"><failure/><failure/></testcase>
            <testcase name="c"><skipped/></testcase><testcase name="d"><error/></testcase>
            </testsuite></testsuites>"""
        self.assertEqual(test.counts_of_junit(report), Counts(1, 2, 1))

    def test_a_report_that_broke_off_has_no_counts(self):
        self.assertIsNone(test.counts_of_junit("<testsuites><testsuite><testcase"))
        self.assertIsNone(test.counts_of_junit(""))

    def test_a_tap_report_is_read_from_its_closing_lines(self):
        report = "# tests 9\n# suites 1\n# pass 4\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n# duration_ms 5\n"
        self.assertEqual(test.counts_of_tap(report), Counts(4, 2, 3))

    def test_a_tap_report_without_its_closing_lines_has_no_counts(self):
        self.assertIsNone(test.counts_of_tap("ok 1 - a\n# pass 1\n"))

    def test_unittest_is_read_from_its_closing_lines(self):
        self.assertEqual(test.counts_of_unittest("Ran 5 tests in 0.1s\n\nOK (skipped=1)\n"), Counts(4, 0, 1))
        self.assertEqual(
            test.counts_of_unittest("Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=2)\n"), Counts(2, 3, 0)
        )
        self.assertIsNone(test.counts_of_unittest("ModuleNotFoundError\n"))


class VerdictTests(unittest.TestCase):
    def verdict(self, *suites):
        lines, code = test.verdict(list(suites))
        return lines[-1], code

    def test_the_last_line_sums_all_suites(self):
        suites = [Suite("a", Counts(3, 0, 1), 0), Suite("b", Counts(4, 0, 0), 0)]
        self.assertEqual(self.verdict(*suites), ("7 passed, 0 failed, 1 skipped", 0))

    def test_a_failed_test_fails(self):
        self.assertEqual(self.verdict(Suite("a", Counts(3, 1, 0), 1)), ("3 passed, 1 failed, 0 skipped", 1))

    def test_a_suite_without_counts_fails(self):
        suites = [Suite("a", Counts(3, 0, 0), 0), Suite("b", None, 0)]
        self.assertEqual(self.verdict(*suites), ("3 passed, 0 failed, 0 skipped", 1))

    def test_a_suite_without_tests_fails(self):
        self.assertEqual(self.verdict(Suite("a", Counts(), 0))[1], 1)

    def test_an_exit_code_fails_although_every_test_passed(self):
        self.assertEqual(self.verdict(Suite("a", Counts(3, 0, 0), 139))[1], 1)

    def test_no_suite_at_all_fails(self):
        self.assertEqual(self.verdict()[1], 1)


class ProgramsTests(unittest.TestCase):
    def test_a_build_beside_the_tests_is_waited_for_and_its_words_and_exit_code_are_told(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "scripts").mkdir()
            build = folder / "scripts" / "build"
            build.write_text("#!/bin/sh\necho 'no such module' >&2\nexit 3\n", encoding="utf-8")
            build.chmod(0o755)
            said = io.StringIO()
            with unittest.mock.patch.multiple(test, ROOT=folder, PROGRAMS=folder / "log"), contextlib.redirect_stdout(said):
                code = test.end_programs(test.begin_programs())
        self.assertEqual(code, 3)
        self.assertIn("no such module\n", said.getvalue())
        self.assertFalse(test.web_suite(code).is_in_order or test.end_to_end_suite(code).is_in_order)


if __name__ == "__main__":
    unittest.main()
