"""The word count finds its phrases in any case, as whole words, and across the end of a line."""

import unittest

from load import load

words = load("words")


class WordsTests(unittest.TestCase):
    def test_a_phrase_is_found_in_any_case(self):
        self.assertEqual(words.count("Whoever waits. It Is Said so."), {"whoever": 1, "it is said": 1})

    def test_a_part_of_a_word_is_no_phrase(self):
        self.assertEqual(words.count("proof which, this told, renewal, anewed, is told_on, thereby2"), {})

    def test_a_phrase_goes_on_in_the_next_line(self):
        for text in ("a list of\nwhich", "    /// a list of\n    /// which", "// a list of\n// which", " * a list of\n * which",
                     "> a list of\n> which", "a list of   \n\twhich"):
            self.assertEqual(words.count(text), {"of which": 1}, text)

    def test_a_phrase_does_not_go_on_after_an_empty_line_or_a_full_stop(self):
        self.assertEqual(words.count("a list of\n\nwhich; it is. Told"), {})

    def test_twelve_in_ten_thousand_lines_are_allowed(self):
        texts = {"a.md": "anew\n" * 12 + "x\n" * 4988, "b.md": "x\n" * 5000}
        report, is_in_order = words.summary(texts)
        self.assertTrue(is_in_order)
        self.assertEqual(report[-1], "words: 12 in 10000 lines, 12.0 in 10,000; at most 12 are allowed")
        self.assertFalse(words.summary({**texts, "a.md": "anew\n" * 13 + "x\n" * 4987})[1])

    def test_the_files_with_most_come_first_and_files_without_any_not_at_all(self):
        report, _ = words.summary({"a.md": "anew", "b.md": "anew whoever anew", "c.md": "fine"})
        self.assertEqual(report[:-1], ["    3 b.md: anew 2, whoever 1", "    1 a.md: anew 1"])


if __name__ == "__main__":
    unittest.main()
