"""The campus that orders are measured on: the demo campus with many people who can pay, and no stock that is counted."""
import json
import random
from pathlib import Path

CAFE = "main-cafe"
CURRENCY = "EUR"
KITCHEN = "kitchen-main"
# A person places 30 orders in a minute at most, and the server takes some 10 000 a second.
PEOPLE = 4_096
# Enough for every order of a run, in minor units.
BALANCE = 1_000_000_000

# A lunch for two: three lines, with the choices that the menu asks for.
LINES = [
    {"item": "smash-burger", "quantity": 1, "choices": [{"choice": "fries", "quantity": 1}]},
    {
        "item": "grain-bowl",
        "quantity": 1,
        "choices": [{"choice": "tahini", "quantity": 1}, {"choice": "feta", "quantity": 1}],
        "note": "no onions",
    },
    {
        "item": "cappuccino",
        "quantity": 2,
        "choices": [{"choice": "large", "quantity": 1}, {"choice": "oat-milk", "quantity": 1}],
    },
]


def people(count=PEOPLE):
    """The identifiers of the people who order."""
    return [f"diner-{number:04}" for number in range(count)]


def write(demo, target, count=PEOPLE, pickup=None, menu_items=0):
    """Writes the campus file of the benchmarks, made from the demo's.

    pickup: the rules of the measured café's pickup windows; without them no café has windows, because a run orders more than
    those of a day hold. menu_items: to how many the measured café's menu is filled up with copies of what it has.
    """
    campus = json.loads(Path(demo).read_text(encoding="utf-8"))
    for site in campus["sites"]:
        for cafe in site["cafes"]:
            cafe.pop("pickup", None)
            if cafe["id"] == CAFE and pickup:
                cafe["pickup"] = pickup
            if cafe["id"] == CAFE and menu_items:
                fill_up(cafe["menu"], menu_items)
            for section in cafe["menu"]["sections"]:
                for item in section["items"]:
                    item.pop("stock", None)
    campus["people"] += [
        {
            "id": person,
            "name": f"Diner {person[-4:]}",
            "roles": ["employee"],
            "language": "en",
            "locale": "en-GB",
            "balances": [{"amount": BALANCE, "currency": CURRENCY}],
        }
        for person in people(count)
    ]
    Path(target).write_text(json.dumps(campus, ensure_ascii=False), encoding="utf-8")


def fill_up(menu, count):
    """Copies items of a menu until it has a number of them."""
    items = [item for section in menu["sections"] for item in section["items"]]
    words = random.Random(18)
    for number in range(count - len(items)):
        copy = {**items[number % len(items)], "id": f"dish-{number}"}
        # Other words each, so that the menu does not compress much better than a real one.
        for text in ("name", "summary"):
            further = " ".join("".join(words.choices("aeilnorst", k=7)) for _ in range(4))
            copy[text] = {language: f"{own} {further}" for language, own in copy.get(text, copy["name"]).items()}
        menu["sections"][-1]["items"].append(copy)


def order_body(total):
    """The order that every client places, with the total that the café quoted."""
    return json.dumps({"cafe": CAFE, "lines": LINES, "expectedTotal": total}, separators=(",", ":"))
