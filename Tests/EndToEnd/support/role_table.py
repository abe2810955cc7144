"""The table of roles and requests of docs/roles.md, which the program's own tests compare with the rules in force."""

import re
from dataclasses import dataclass

from demo_server import ROOT

PAGE = ROOT / "docs" / "roles.md"
EVERYBODY, GATEWAY, SET_UP = "everybody", "a gateway's key", "the set-up link"
SCREENS = ["kitchen", "board", "kiosk", "entrance"]
# These roles count only where they hold everywhere.
EVERYWHERE = frozenset({"administrator", "auditor"})


@dataclass(frozen=True)
class Rule:
    roles: frozenset
    besides: str


def role_table():
    """The rule of each request, such as `GET /api/v1/orders`."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    roles = [cell for cell in cells(lines[0])[1:-1]]
    table = {}
    for line in lines[2:]:
        request, *marks, besides = cells(line)
        [request] = re.findall(r"`(.+)`", request)
        table[request] = Rule(frozenset(role for role, mark in zip(roles, marks, strict=True) if mark == "✓"), besides)
    return table


def cells(line):
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def roles_of_people():
    return sorted({role for rule in role_table().values() for role in rule.roles} - set(SCREENS))
