import Testing
import TipCore
import TipRules

@testable import TipCatalogues

struct HistorySearchTests {
    /// A search for what only a history with very many donations shows, and then not either.
    private func search(steps: Int) throws -> HistorySearch {
        let rules =
            #"[ { ">": [ { "count": "much" }, 99998 ] }, { "==": [ { "%": [ { "count": "much" }, 7 ] }, 9 ] } ]"#
        let catalogue = try read(
            catalogueText(
                tips: #"[ { "id": "t", "title": "x", "rules": \#(rules) } ]"#,
                events: #"{ "much": { "maximumCount": 100000 } }"#))
        let environment = RuleEnvironment(catalogue, knowing: TipVocabulary())
        var search = HistorySearch(
            catalogue.tips[0].definition.rules, in: environment, budget: WorkBudget(steps: steps))
        let found = search.finds()
        #expect(!found)
        return search
    }

    @Test(arguments: [0, 100, 10_000, 1_000_000])
    func `TA8: no more donations are made than there are steps for`(steps: Int) throws {
        let search = try search(steps: steps)
        #expect(search.madeDonations <= steps)
        #expect(search.tries > 0 || steps == 0)
    }

    @Test func `TA8: with steps enough, histories with very many donations are tried`() throws {
        #expect(try search(steps: .max).madeDonations > 100_000)
    }
}
