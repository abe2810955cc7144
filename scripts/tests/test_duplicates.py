"""The duplicate check finds repeated blocks, wherever they are and however they are indented."""

import unittest

from load import load

duplicates = load("duplicates")
BLOCK = [f"let value{number} = compute({number})" for number in range(10)]


def text(lines, indentation=""):
    return "\n".join(indentation + line for line in lines)


class DuplicatesTests(unittest.TestCase):
    def test_a_block_in_two_files_is_found_once_and_whole(self):
        sources = {"a": text(BLOCK), "b": "let first = 1\n\n" + text(BLOCK, "    ")}
        self.assertEqual(
            list(duplicates.repeated_blocks(sources)),
            [(duplicates.fingerprint(BLOCK[:8]), 10, [("a", 1), ("b", 3)])],
        )

    def test_a_block_twice_in_one_file_is_found(self):
        found = list(duplicates.repeated_blocks({"a": text(BLOCK) + "\nlet other = 1\n" + text(BLOCK)}))
        self.assertEqual([places for _, _, places in found], [[("a", 1), ("a", 12)]])

    def test_seven_lines_may_be_alike(self):
        self.assertEqual(list(duplicates.repeated_blocks({"a": text(BLOCK[:7]), "b": text(BLOCK[:7])})), [])

    def test_brackets_comments_and_imports_do_not_count(self):
        noise = ["import Essentials", "// A comment.", "}", "", "});", "/// Documentation.", "* more", "public import JSON", "{",
                 "self.store = store"]
        self.assertEqual(list(duplicates.repeated_blocks({"a": text(noise), "b": text(noise)})), [])

    def test_a_table_of_equal_lines_is_not_its_own_duplicate(self):
        self.assertEqual(list(duplicates.repeated_blocks({"a": text(["0, 0, 0, 0,"] * 12)})), [])

    def test_accepted_blocks_have_a_fingerprint_and_a_reason(self):
        self.assertEqual(duplicates.read_accepted("# comment\n\nabc the reason\n"), {"abc": "the reason"})


if __name__ == "__main__":
    unittest.main()
