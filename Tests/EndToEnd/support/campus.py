"""The demo campus as a file that tests read and alter."""

import json
import pathlib

DEMO = pathlib.Path(__file__).resolve().parents[3] / "Examples" / "demo-campus.json"


def person_named(name):
    """The identifier of somebody of the demo campus."""
    return next(person["id"] for person in Campus().content["people"] if person["name"] == name)


class Campus:
    """The content of a campus file. Each change is made in place and returns the campus."""

    def __init__(self):
        self.content = json.loads(DEMO.read_text(encoding="utf-8"))

    def cafe(self, identifier):
        return next(cafe for site in self.content["sites"] for cafe in site["cafes"] if cafe["id"] == identifier)

    def items(self, cafe):
        return [item for section in self.cafe(cafe)["menu"]["sections"] for item in section["items"]]

    def item(self, cafe, identifier):
        return next(item for item in self.items(cafe) if item["id"] == identifier)

    def choice(self, cafe, identifier):
        groups = self.cafe(cafe)["menu"]["groups"]
        return next(choice for group in groups for choice in group["choices"] if choice["id"] == identifier)

    def give_everybody(self, amount, currency):
        for person in self.content["people"]:
            person["balances"] = [{"amount": amount, "currency": currency}]
        return self

    def let_departures_count_at_once(self):
        """No gateway dates a departure back; nobody has to wait for three minutes."""
        for site in self.content["sites"]:
            site["exitDwell"] = 0
        return self

    def without_defaults(self, cafe):
        """A café that proposes no choices."""
        for group in self.cafe(cafe)["menu"]["groups"]:
            group.pop("defaults", None)
        return self

    def close(self, cafe):
        """A café without hours never opens."""
        self.cafe(cafe)["hours"] = {}
        return self

    def write(self, path: pathlib.Path):
        path.write_text(json.dumps(self.content, ensure_ascii=False, indent=1), encoding="utf-8")
        return path
