"""The layer check finds each kind of violation, and accepts what is allowed."""

import pathlib
import tempfile
import unittest

from load import load, ROOT

layers = load("layers")
TABLES = """
## Allowed edges

| Ring | Room | What lives there | May use |
| --- | --- | --- | --- |
| C | `CStore` | a C library | – |
| Bindings | `Store` | its wrapper | `CStore` |
| Domain | `Rules` | the rules | – |
| Application | `Cases` | use cases | `Rules` |

## Rooms that tests compare

| Test target | May use too | Why |
| --- | --- | --- |
| `RulesTests` | `Cases` | the rules tell what the use cases tell |

## Forbidden imports

| Rooms | Never import | Why |
| --- | --- | --- |
| `Rules` | `Foundation`, `Dispatch`, `C rooms`, `system C` | pure |
| `*StateMachine.swift` | `Dispatch`, `C rooms` | decides only |

## Slices

| Target | Slices | May name | Why |
| --- | --- | --- | --- |
| `Cases` | `Base` | – | what slices stand on |
| `Cases` | `Orders`, `Clock` | `Base` | capabilities |
| `Pages` | `Orders` | `Base` | the same slice |
"""


def target(name, uses=(), kind="library"):
    return {"name": name, "type": kind, "path": f"Sources/{name}", "target_dependencies": list(uses)}


CLEAN = [target("CStore", kind="system-target"), target("Store", ["CStore"]), target("Rules"), target("Cases", ["Rules"])]


class EdgesTests(unittest.TestCase):
    def setUp(self):
        self.rooms = layers.read_rooms(TABLES)

    def violations(self, *changed):
        names = {each["name"] for each in changed}
        return list(layers.edge_violations([each for each in CLEAN if each["name"] not in names] + list(changed), self.rooms))

    def test_the_allowed_edges_pass(self):
        self.assertEqual(self.violations(), [])

    def test_an_edge_that_no_row_allows_is_named(self):
        self.assertEqual(self.violations(target("Rules", ["Store"])), ["Sources/Rules: Rules may not use Store"])

    def test_a_room_without_a_row_is_named(self):
        self.assertEqual(self.violations(target("Attic")), ["Sources/Attic: the room Attic is not in docs/rooms.md"])

    def test_a_row_without_a_room_is_named(self):
        found = list(layers.edge_violations(CLEAN[:3], self.rooms))
        self.assertEqual(found, ["docs/rooms.md: the room Cases is not in the package"])

    def test_tests_may_use_what_their_room_uses(self):
        self.assertEqual(self.violations(target("CasesTests", ["Cases", "Rules"], "test")), [])

    def test_tests_may_not_use_a_c_room(self):
        found = self.violations(target("StoreTests", ["Store", "CStore"], "test"))
        self.assertEqual(found, ["Sources/StoreTests: StoreTests may not use CStore"])

    def test_a_row_may_only_use_rows_above(self):
        with self.assertRaises(ValueError):
            layers.read_rooms(TABLES.replace("| its wrapper | `CStore` |", "| its wrapper | `Cases` |"))


class SourcesTests(unittest.TestCase):
    def setUp(self):
        self.rooms = layers.read_rooms(TABLES)

    def violations(self, source, path="Sources/Rules/Rule.swift", room="Rules"):
        return list(layers.source_violations(path, room, source, self.rooms))

    def test_forbidden_imports_are_named_in_every_spelling(self):
        spellings = [
            "import Foundation", "public import FoundationEssentials", "@preconcurrency import Dispatch",
            "@_spi(Inside) private import CStore", "import struct Foundation.Date", "import Glibc",
        ]
        for spelling in spellings:
            with self.subTest(spelling):
                self.assertEqual(len(self.violations(f"// A rule.\n{spelling}\n")), 1)

    def test_the_line_is_told(self):
        self.assertEqual(
            self.violations("/* a\n comment */\nimport Dispatch\n"),
            ["Sources/Rules/Rule.swift:3: Rules may not import Dispatch"],
        )

    def test_comments_and_texts_do_not_count(self):
        self.assertEqual(self.violations('// import Foundation\nlet text = """\nimport Dispatch\n"""\n'), [])

    def test_a_machine_has_no_async(self):
        path = "Sources/Cases/OrderStateMachine.swift"
        found = self.violations("struct OrderStateMachine {\n    func go() async {}\n}\n", path, "Cases")
        self.assertEqual(found, [f"{path}:2: a state machine has no async"])

    def test_a_machine_imports_no_dispatch_in_any_room(self):
        path = "Sources/Store/WriterStateMachine.swift"
        self.assertEqual(len(self.violations("import Dispatch\n", path, "Store")), 1)

    def test_other_files_may_be_async(self):
        self.assertEqual(self.violations("func go() async {}\n"), [])

    def test_sources_are_found_on_disk(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "Sources" / "Rules" / "Deep" / "Rule.swift"
            source.parent.mkdir(parents=True)
            source.write_text("import Foundation\n", encoding="utf-8")
            found = list(layers.all_source_violations(pathlib.Path(folder), [target("Rules")], self.rooms))
            self.assertEqual(found, ["Sources/Rules/Deep/Rule.swift:1: Rules may not import Foundation"])


class SlicesTests(unittest.TestCase):
    SOURCES = {
        "Sources/Cases/Base/Store.swift": "public protocol Store {}\n",
        "Sources/Cases/Orders/Order.swift": "public struct Order {}\n",
        "Sources/Cases/Clock/Punch.swift": "public struct Punch { let store: any Store }\n",
        "Sources/Cases/Services.swift": "public struct Services { let order: Order }\n",
        "Sources/Pages/Orders/Page.swift": "struct Page { let services: Services, order: Order }\n",
    }

    def setUp(self):
        self.slices = layers.read_rooms(TABLES).slices

    def violations(self):
        return list(layers.slice_violations([*self.SOURCES.items()], self.slices))

    def added(self, path, text):
        return list(layers.slice_violations([*{**self.SOURCES, path: text}.items()], self.slices))

    def test_names_of_a_row_and_of_the_own_slice_pass(self):
        self.assertEqual(self.violations(), [])

    def test_a_name_of_another_slice_is_a_violation(self):
        path = "Sources/Cases/Clock/Late.swift"
        found = self.added(path, "import Cases\nextension Order {}\n")
        self.assertEqual(found, [f"{path}:2: Clock may not name Order of Orders"])

    def test_the_same_slice_of_another_target_may_be_named_and_others_not(self):
        path = "Sources/Pages/Orders/Late.swift"
        self.assertEqual(self.added(path, "let order: Order"), [])
        self.assertEqual(self.added(path, "let punch: Punch"), [f"{path}:1: Orders may not name Punch of Clock"])

    def test_a_slice_may_not_name_what_puts_its_target_together(self):
        path = "Sources/Cases/Orders/Late.swift"
        found = self.added(path, "let services: Services")
        self.assertEqual(found, [f"{path}:1: Orders may not name Services of Cases"])

    def test_comments_and_texts_do_not_count(self):
        path = "Sources/Cases/Clock/Late.swift"
        self.assertEqual(self.added(path, '/// See ``Order``.\nlet name = "Order"\n'), [])

    def test_private_and_nested_types_belong_to_no_slice(self):
        path = "Sources/Cases/Orders/Late.swift"
        text = "private struct Line {}\npublic enum Kind {\n    struct Part {}\n}\n"
        sources = {**self.SOURCES, path: text, "Sources/Cases/Clock/Line.swift": "let line: (Line, Part)"}
        self.assertEqual(list(layers.slice_violations([*sources.items()], self.slices)), [])

    def test_a_folder_without_a_row_is_named(self):
        path = "Sources/Cases/Attic/Box.swift"
        self.assertEqual(self.added(path, ""), [f"{path}: the slice Attic of Cases is not in docs/rooms.md"])

    def test_a_row_without_a_folder_is_named(self):
        sources = {path: text for path, text in self.SOURCES.items() if "Clock" not in path}
        found = list(layers.slice_violations([*sources.items()], self.slices))
        self.assertEqual(found, ["docs/rooms.md: Cases has no slice Clock"])


class TablesTests(unittest.TestCase):
    def test_the_tables_of_this_package_can_be_read(self):
        rooms = layers.read_rooms((ROOT / "docs" / "rooms.md").read_text(encoding="utf-8"))
        self.assertIn("CSQLite", rooms.forbidden["Ordering"])
        self.assertIn("Dispatch", rooms.forbidden["*StateMachine.swift"])
        self.assertEqual(rooms.edges["JSON"], set())


if __name__ == "__main__":
    unittest.main()
