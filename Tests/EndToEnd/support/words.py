"""The words of the pages in one language, as the server tells them to its pages."""

import json
import re
import urllib.request

PLACE = re.compile(r"\{(\w+)\}")
RIGHT_TO_LEFT = ("ar",)


class Words:
    def __init__(self, url, language):
        with urllib.request.urlopen(f"{url}/locales/{language}.json") as answer:
            self.messages = json.load(answer)["messages"]
        self.language = language

    def __call__(self, message, **values):
        """The text with its places filled in; a pattern, when a place is left open.

        A message with plural forms fits in any of its forms.
        """
        texts = self.messages[message]
        values = {name: self._isolated(value) for name, value in values.items()}
        forms = [texts] if isinstance(texts, str) else list(texts.values())
        if len(forms) == 1 and set(PLACE.findall(forms[0])) <= values.keys():
            return forms[0].format(**values)
        return re.compile(f"^(?:{'|'.join(self._pattern(form, values) for form in forms)})$")

    def _isolated(self, value):
        """As the pages keep a name from turning the sentence around it."""
        return f"\u2068{value}\u2069" if self.language in RIGHT_TO_LEFT else value

    @staticmethod
    def _pattern(form, values):
        parts = PLACE.split(form)
        return "".join(
            re.escape(part) if index % 2 == 0 else re.escape(str(values[part])) if part in values else ".+"
            for index, part in enumerate(parts)
        )
