"""The demo campus with one person for each role and place, and screens of each kind at two cafés."""

from campus import Campus
from role_table import SCREENS, roles_of_people

MAIN, TOKYO = "main-cafe", "tokyo-cafe"
PLACES = [None, MAIN, TOKYO]
# They have every role everywhere: what they are refused, they are refused for another reason than their roles.
EVERYTHING = "everything"
LEAVERS = ["signed-out", "suspended"]


def person_of(role, place):
    return f"{role}-{place or 'everywhere'}"


def campus_of_roles():
    campus = Campus()
    # Open at any time, as the demo's own café of Berlin is.
    campus.cafe(TOKYO)["hours"] = campus.cafe(MAIN)["hours"]
    model = campus.content["people"][0]
    roles = roles_of_people()
    people = [(person_of(role, place), [grant(role, place)]) for role in roles for place in PLACES]
    people += [(name, roles) for name in [EVERYTHING, *LEAVERS]]
    for name, grants in people:
        balances = [{**balance, "amount": 1_000_000} for balance in model["balances"]]
        campus.content["people"].append({"id": name, "name": name, "roles": grants, "language": "en", "locale": "en-GB", "balances": balances})
    for role in SCREENS:
        for cafe in (MAIN, TOKYO):
            campus.content["devices"].append({"id": person_of(role, cafe), "name": {"en": f"{role} of {cafe}"}, "role": role, "cafe": cafe})
    return campus


def grant(role, place):
    return role if place is None else {"role": role, "cafe": place}
