"""The demo campus with one person for each role and place, and screens of each kind at two cafés."""

from campus import Campus
from role_table import SCREENS, roles_of_people

MAIN, TOKYO = "main-cafe", "tokyo-cafe"
BERLIN = "berlin"
ENTRANCES = {MAIN: "berlin-entrance", TOKYO: "tokyo-entrance"}
# Where a role holds: as a campus file names it, and the cafés of this campus that it is about; None are all.
PLACES = {"everywhere": ({}, None), MAIN: ({"cafe": MAIN}, frozenset({MAIN})), TOKYO: ({"cafe": TOKYO}, frozenset({TOKYO})), BERLIN: ({"site": BERLIN}, frozenset({MAIN}))}
# They have every role everywhere: what they are refused, they are refused for another reason than their roles.
EVERYTHING = "everything"
LEAVERS = ["signed-out", "suspended"]


def person_of(role, place="everywhere"):
    return f"{role}-{place}"


def campus_of_roles():
    campus = Campus()
    # Open at any time, as the demo's own café of Berlin is.
    campus.cafe(TOKYO)["hours"] = campus.cafe(MAIN)["hours"]
    model = campus.content["people"][0]
    roles = roles_of_people()
    people = [(person_of(role, place), [{"role": role, **where} if where else role]) for role in roles for place, (where, _) in PLACES.items()]
    people += [(name, roles) for name in [EVERYTHING, *LEAVERS]]
    for name, grants in people:
        balances = [{**balance, "amount": 1_000_000} for balance in model["balances"]]
        campus.content["people"].append({"id": name, "name": name, "roles": grants, "language": "en", "locale": "en-GB", "balances": balances})
    for role in SCREENS:
        for cafe in (MAIN, TOKYO):
            place = {"entrance": ENTRANCES[cafe]} if role == "entrance" else {"cafe": cafe}
            campus.content["devices"].append({"id": person_of(role, cafe), "name": {"en": f"{role} of {cafe}"}, "role": role, **place})
    return campus
