"""The closing line of `make test` counts what ran, and is never green by accident."""

import contextlib
import io
import json
import pathlib
import tempfile
import tomllib
import unittest
import unittest.mock

from load import ROOT, load

test = load("test")
Counts, Suite = test.Counts, test.Suite


class ReportsTests(unittest.TestCase):
    def test_a_junit_report_is_counted_case_by_case(self):
        report = """<testsuites><testsuite>
            <testcase name="a"/><testcase name="b"><failure/><failure/></testcase>
            <testcase name="c"><skipped/></testcase><testcase name="d"><error/></testcase>
            </testsuite></testsuites>"""
        self.assertEqual(test.counts_of_junit(report), Counts(1, 2, 1))

    def test_the_names_of_skipped_tests_and_the_slowest_are_read_from_a_junit_report(self):
        report = """<testsuites><testsuite>
            <testcase classname="A" name="a" time="1.5"/><testcase classname="A" name="b" time="2"><skipped/></testcase>
            </testsuite></testsuites>"""
        self.assertEqual(test.skipped_of_junit(report), ["A.b"])
        self.assertEqual(test.slowest_of_junit(report), [(2.0, "A.b"), (1.5, "A.a")])

    def test_the_names_of_failed_tests_are_read_with_the_beginnings_of_their_reasons(self):
        report = """<testsuites><testsuite><testcase classname="A" name="a"/>
            <testcase classname="A" name="b"><failure message="no&#10;  tea"/></testcase>
            <testcase classname="A" name="c"><error/></testcase></testsuite></testsuites>"""
        self.assertEqual(test.failed_of_junit(report), ["A.b: no tea", "A.c: "])

    def test_the_slowest_swift_tests_are_those_whose_cases_took_longest_together(self):
        def event(kind, name, moment):
            return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": name, "instant": {"absolute": moment}}})

        events = [
            # As Swift writes a text with a separator of lines.
            json.dumps({"kind": "test", "payload": {"id": "a", "displayName": "a\u2028b"}}, ensure_ascii=False),
            # It waits for its turn from 0 to 5.
            event("testStarted", "a", 0), event("testCaseStarted", "a", 5), event("testCaseEnded", "a", 6),
            # Two cases beside each other.
            event("testCaseStarted", "b", 1), event("testCaseStarted", "b", 2), event("testCaseEnded", "b", 3), event("testCaseEnded", "b", 4),
        ]
        for cut in ("", '\n{"kind": "ev'):
            self.assertEqual(test.slowest_of_events("\n".join(events) + cut), [(4, "b"), (1, "a")])

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

    def test_a_suite_that_only_skipped_fails(self):
        self.assertEqual(self.verdict(Suite("a", Counts(0, 0, 4), 0)), ("0 passed, 0 failed, 4 skipped", 1))

    def test_a_wrong_skip_fails_although_every_test_passed(self):
        lines, code = test.verdict([Suite("a", Counts(3, 0, 1), 0)], ["Skipped without need: a.b"])
        self.assertEqual((lines[0], lines[-1], code), ("Skipped without need: a.b", "3 passed, 0 failed, 1 skipped", 1))

    def test_the_slowest_tests_are_shown_before_the_counts(self):
        lines, code = test.verdict([Suite("a", Counts(1, 0, 0), 0, slowest=[(1.25, "a.b")])])
        self.assertEqual((lines[:2], code), (["The slowest of a:", "     1.2 s  a.b"], 0))

    def test_the_failed_tests_are_named_again_before_the_counts(self):
        lines, _ = test.verdict([Suite("a", Counts(1, 1, 0), 1, failed=["b: no tea"])])
        self.assertEqual(lines[0], "Failed in a: b: no tea")

    def test_no_suite_at_all_fails(self):
        self.assertEqual(self.verdict()[1], 1)


class SkipsTests(unittest.TestCase):
    NEEDS = {"mission": {"tests": ["test_mission.", "test_tips."]}, "recordings": {"tests": ["ReplayTests.`a real"]}}

    def wrong(self, skipped, *there):
        return test.wrong_skips(skipped, self.NEEDS, lambda need: need in there)

    def test_nothing_is_skipped_where_everything_is_there(self):
        self.assertEqual(self.wrong([], "mission", "recordings"), [])

    def test_all_that_is_listed_is_skipped_without_what_it_needs(self):
        self.assertEqual(self.wrong(["test_mission.a", "test_mission.b", "test_tips.c"], "recordings"), [])

    def test_a_skip_that_is_not_listed_is_wrong(self):
        self.assertEqual(self.wrong(["other.a"], "mission", "recordings"), ["Skipped without need: other.a"])

    def test_a_skip_although_what_it_needs_is_there_is_wrong(self):
        self.assertEqual(self.wrong(["test_tips.c"], "mission", "recordings"), ["Skipped without need: test_tips.c"])

    def test_a_listed_test_that_ran_without_what_it_needs_is_wrong(self):
        self.assertEqual(self.wrong([], "mission"), ["Not skipped, although there are no recordings: ReplayTests.`a real"])

    def test_every_listed_test_exists(self):
        tests = {file.stem: file.read_text(encoding="utf-8") for file in (ROOT / "Tests").rglob("*") if file.suffix in (".swift", ".py")}
        for entry in tomllib.loads(test.SKIPS.read_text(encoding="utf-8")).values():
            for part in entry["tests"]:
                *_, file, name = ["", *part.split(".")]
                file, name = (name, "") if name in tests else (file, name)
                self.assertIn(file, tests, part)
                self.assertIn(name, tests[file], part)

    def test_every_need_of_the_list_can_be_looked_for(self):
        for need in tomllib.loads(test.SKIPS.read_text(encoding="utf-8")):
            self.assertIn(test.is_there(need), (True, False))


class ProgramsTests(unittest.TestCase):
    def test_a_command_beside_the_others_is_waited_for_and_its_output_and_exit_code_are_given(self):
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            with unittest.mock.patch.multiple(test, ROOT=folder, REPORTS=folder), contextlib.redirect_stdout(said):
                code = test.end(test.begin("words", "sh", "-c", "echo 'no such module' >&2; exit 3"))
        self.assertEqual(code, 3)
        self.assertIn("no such module\n", said.getvalue())

    def test_a_suite_whose_build_failed_has_failed(self):
        suites = [test.web_suite(3), test.swift_suite(3), test.end_to_end_suite(test.begin_end_to_end(3), 3)]
        self.assertEqual([suite.is_in_order for suite in suites], [False] * 3)


if __name__ == "__main__":
    unittest.main()
