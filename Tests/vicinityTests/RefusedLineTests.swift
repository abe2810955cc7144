import Essentials
import JSON
import Ordering
import Testing

@testable import vicinity

struct RefusedLineTests {
    private static let menu = """
        {"sections": [{"items": [
          {"id": "flat-white", "groups": [{"choices": [{"id": "oat-milk"}, {"id": "whole-milk"}]}]},
          {"id": "espresso", "groups": []}]}]}
        """

    private func sentences(_ quote: String, _ words: [String], hasMenu: Bool = true) throws -> [String] {
        let cafe = try #require(CafeID("main-cafe"))
        let menu = hasMenu ? try MenuWords(JSONValue(parsing: Array(Self.menu.utf8))) : nil
        let basket = try words.map { try OrderedItem($0).line }
        return try RefusedLine.all(in: try JSONValue(parsing: Array(quote.utf8)), of: basket)
            .map { $0.sentence(menu: menu, at: cafe) }
    }

    @Test func `an item that the café does not have is named, and a near one suggested`() throws {
        let quote = #"{"lines": [{"status": "ok"}, {"status": "missing"}, {"status": "missing"}]}"#
        #expect(
            try sentences(quote, ["espresso", "2*flat-wite", "lobster"]) == [
                "Item 2, flat-wite: The café does not have it; did you mean flat-white? "
                    + "vicinity menu --cafe main-cafe lists what it has.",
                "Item 3, lobster: The café does not have it. vicinity menu --cafe main-cafe lists what it has.",
            ])
    }

    @Test func `choices that an item does not have are named, and near ones suggested`() throws {
        let quote = #"{"lines": [{"status": "choice-missing", "choices": ["oat-mlik", "gold"]}]}"#
        #expect(
            try sentences(quote, ["flat-white:oat-mlik,gold"]) == [
                "Item 1, flat-white: It has no choice oat-mlik; did you mean oat-milk? It has no choice gold. "
                    + "vicinity menu --cafe main-cafe lists its choices."
            ])
    }

    @Test func `without a menu nothing is suggested`() throws {
        #expect(
            try sentences(#"{"lines": [{"status": "missing"}]}"#, ["flat-wite"], hasMenu: false) == [
                "Item 1, flat-wite: The café does not have it. vicinity menu --cafe main-cafe lists what it has."
            ])
    }

    @Test func `other refusals are printed in the server's words`() throws {
        let quote = """
            {"lines": [{"status": "sold-out"}, {"status": "price-changed"},
              {"status": "refused", "errors": [{"detail": "At most 9."}, {"detail": "Choose a size."}]}, {"status": "new"},
              {"status": "not-served", "servedAt": "2026-11-21T06:00:00.000Z"}]}
            """
        #expect(
            try sentences(quote, ["soup", "tea", "cake", "pie", "eggs"]) == [
                "Item 1, soup: It is sold out.", "Item 3, cake: At most 9. Choose a size.",
                "Item 4, pie: It cannot be ordered.", "Item 5, eggs: It is not served now.",
            ])
    }
}
