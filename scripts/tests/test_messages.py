"""A catalogue goes to a translator as PO or XLIFF and comes back without loss; wrong placeholders and forms are refused."""

import pathlib
import re
import tempfile
import unittest
from unittest import mock

from load import load

messages = load("messages")
ARABIC_PLURAL = "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"


def entry(text, plural=None):
    made = messages.Entry(text, plural)
    made.places = ["Cafes/order.html", "Cafes/board.html"]
    return made


ENTRIES = {
    made.text: made
    for made in (
        entry("Order"), entry("Ready at {cafe}."), entry('A <b> & "quoted" text\\\n\tends '),
        entry("{count} item in {cafe}", "{count} items in {cafe}"),
    )
}
CATALOGUE = """# Arabic texts of the Vicinity pages.
msgid ""
msgstr ""
"Language: ar\\n"
"Plural-Forms: %s\\n"

#: Cafes/order.html Cafes/board.html
msgid "Order"
msgstr "طلب"

#: Cafes/order.html Cafes/board.html
msgid "Ready at {cafe}."
msgstr "جاهز في {cafe}."

#: Cafes/order.html Cafes/board.html
msgid "A <b> & \\"quoted\\" text\\\\\\n\\tends "
msgstr " <b> & \\"ن\\"\\\\\\n\\tص "

#: Cafes/order.html Cafes/board.html
msgid "{count} item in {cafe}"
msgid_plural "{count} items in {cafe}"
msgstr[0] "لا شيء في {cafe}"
msgstr[1] "واحد في {cafe}"
msgstr[2] "اثنان في {cafe}"
msgstr[3] "{count} أصناف في {cafe}"
msgstr[4] "{count} صنفًا في {cafe}"
msgstr[5] "{count} صنف في {cafe}"
""" % ARABIC_PLURAL


class ExchangeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        locales = mock.patch.object(messages, "LOCALES", self.folder)
        locales.start()
        self.addCleanup(locales.stop)
        self.own = self.folder / "ar.po"
        self.own.write_text(CATALOGUE, "utf-8")

    def exported(self, ending):
        file = self.folder / f"away{ending}"
        messages.export("ar", file, ENTRIES)
        return file

    def refused(self, file, *parts):
        before = self.own.read_text("utf-8")
        with self.assertRaises(messages.Mistake) as caught:
            messages.take(file, ENTRIES)
        for part in parts:
            self.assertIn(part, str(caught.exception))
        self.assertEqual(self.own.read_text("utf-8"), before)

    def test_w136_a_catalogue_comes_back_as_it_went(self):
        for ending in (".xlf", ".po"):
            file = self.exported(ending)
            messages.take(file, ENTRIES)
            self.assertEqual(self.own.read_text("utf-8"), CATALOGUE, ending)
            # Also where there is none yet, as for a new language.
            self.own.unlink()
            messages.take(file, ENTRIES)
            self.assertEqual(self.own.read_text("utf-8"), CATALOGUE, ending)

    def test_w136_the_catalogues_of_the_pages_come_back_as_they_went(self):
        entries = messages.collect()
        catalogues = sorted((messages.WEB / "locales").glob("*.po"))
        self.assertGreater(len(catalogues), 5)
        for catalogue in catalogues:
            own = self.folder / catalogue.name
            own.write_bytes(catalogue.read_bytes())
            away = self.folder / "away.xlf"
            messages.export(catalogue.stem, away, entries)
            own.unlink()
            messages.take(away, entries)
            self.assertEqual(own.read_text("utf-8"), catalogue.read_text("utf-8"), catalogue.name)

    def test_w136_a_file_of_another_program_is_understood(self):
        file = self.exported(".po")
        text = CATALOGUE.replace('msgstr "جاهز في {cafe}."', '#. a note\nmsgstr ""\n"جاهز "\n"في {cafe}."')
        file.write_text(text.replace("# Arabic", "# Somebody's") + '\n#~ msgid "Gone"\n#~ msgstr "x"\n', "utf-8")
        messages.take(file, ENTRIES)
        self.assertEqual(self.own.read_text("utf-8"), CATALOGUE)

    def test_w136_a_wrong_placeholder_is_refused(self):
        wrong = [
            ("جاهز في {cafe}.", "جاهز في {coffee}.", "names something"), ("جاهز في {cafe}.", "جاهز.", "leaves out"),
            ("جاهز في {cafe}.", "جاهز في {cafe.", "leaves out"), ("جاهز في {cafe}.", "جاهز في {cafe}.}", "brace"),
            ("{count} صنفًا في {cafe}", "{count} صنفًا", "leaves out"), ("واحد في {cafe}", "{number} في {cafe}", "names something"),
        ]
        for ending in (".xlf", ".po"):
            for right, replacement, reason in wrong:
                file = self.exported(ending)
                text = file.read_text("utf-8")
                self.assertEqual(text.count(right), 1, right)
                file.write_text(text.replace(right, replacement), "utf-8")
                self.refused(file, reason, file.name)

    def test_w136_a_wrong_number_of_plural_forms_is_refused(self):
        file = self.exported(".po")
        file.write_text(re.sub(r"msgstr\[5\].*\n", "", CATALOGUE), "utf-8")
        self.refused(file, "has 5 forms and needs 6")
        file.write_text(re.sub(r"(msgstr\[5\] ).*\n", r'\1""\n', CATALOGUE), "utf-8")
        self.refused(file, "some of its forms only")
        file = self.exported(".xlf")
        file.write_text(re.sub(r'\s*<trans-unit id="4\[5\]".*?</trans-unit>', "", file.read_text("utf-8"), flags=re.S), "utf-8")
        self.refused(file, "has 5 forms and needs 6")

    def test_a_text_that_the_pages_do_not_have_is_refused(self):
        for ending, before in ((".xlf", 'resname="Order"'), (".po", 'msgid "Order"')):
            file = self.exported(ending)
            file.write_text(file.read_text("utf-8").replace(before, before.replace("Order", "Odrer")), "utf-8")
            self.refused(file, "“Odrer” is no message of the pages")

    def test_what_is_not_translated_or_doubtful_stays_as_it_was(self):
        file = self.exported(".po")
        text = CATALOGUE.replace('msgstr "طلب"', 'msgstr ""').replace('msgid "Ready', '#, fuzzy\nmsgid "Ready')
        file.write_text(text.replace("جاهز", "حاضر"), "utf-8")
        messages.take(file, ENTRIES)
        self.assertEqual(self.own.read_text("utf-8"), CATALOGUE)
        file = self.exported(".xlf")
        text = file.read_text("utf-8").replace('<target state="translated">طلب', '<target state="needs-translation">?')
        file.write_text(text, "utf-8")
        messages.take(file, ENTRIES)
        self.assertEqual(self.own.read_text("utf-8"), CATALOGUE)

    def test_a_new_translation_is_taken(self):
        for ending in (".xlf", ".po"):
            file = self.exported(ending)
            file.write_text(file.read_text("utf-8").replace("طلب", "اطلب"), "utf-8")
            messages.take(file, ENTRIES)
            self.assertEqual(self.own.read_text("utf-8"), CATALOGUE.replace("طلب", "اطلب"))
            self.own.write_text(CATALOGUE, "utf-8")

    def test_a_file_that_is_no_catalogue_is_refused_with_a_sentence(self):
        for name, text, part in (
            ("x.xlf", "<xliff", "is not XML"), ("x.xlf", "<a/>", "is not XLIFF 1.2"), ("x.po", "nonsense", "is not understood"),
            ("x.po", 'msgid ""\nmsgstr "Language: ../ar\\n"\n', "names no Language"),
            ("x.po", CATALOGUE.replace("msgid \"Order\"", 'msgctxt "verb"\nmsgid "Order"'), "has a context"),
        ):
            file = self.folder / name
            file.write_text(text, "utf-8")
            self.refused(file, part)


class PseudoTests(unittest.TestCase):
    def test_every_letter_changes_and_every_name_stays(self):
        self.assertEqual(messages.pseudo("Ready at {cafe}, {Time}!"), "⟦Ŕéåðý åţ {cafe}, {Time}!⟧")
        letters = "".join(map(chr, [*range(65, 91), *range(97, 123)]))
        self.assertNotRegex(messages.pseudo(letters), "[A-Za-z]")

    def test_the_pseudo_locale_is_a_complete_catalogue(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "en-XA.po"
            entries = messages.collect()
            file.write_text(messages.pseudo_catalogue(entries), "utf-8")
            self.assertEqual(list(messages.mistakes_of_catalogue(file, entries)), [])


if __name__ == "__main__":
    unittest.main()
