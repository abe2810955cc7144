import JSON
import TipCatalogues
import TipCore
import TipRules

/// So many seconds after the tests' beginning of time.
func second(_ seconds: Int) -> RuleTime { RuleTime(microseconds: Int64(seconds) * 1_000_000) }

/// A catalogue of parts that are left out where they do not matter.
func catalogueText(
    tips: String = "[]", parameters: String = "{}", events: String = "{}", groups: String = "{}",
    top: String = #""displayFrequency": "immediate""#
) -> String {
    #"""
    { "format": "vicinity-tips-1", "name": "Test", "languages": ["en", "de", "ja"], "fallback": "en", \#(top),
      "parameters": \#(parameters), "events": \#(events), "groups": \#(groups), "tips": \#(tips) }
    """#
}

func read(_ text: String) throws(JSONDocumentError) -> TipCatalogue {
    try TipCatalogue(reading: Array(text.utf8))
}

/// What is wrong with a text, as `path code`.
func mistakes(_ text: String) -> [String] {
    do throws(JSONDocumentError) {
        _ = try read(text)
        return []
    } catch {
        guard case .mistakes(let mistakes) = error else { return ["syntax"] }
        return mistakes.list.map { "\($0.path) \($0.code.rawValue)" }
    }
}
