import Essentials
import JSON
import Ordering

/// The languages of the texts in an answer.
struct WireLanguage: Hashable, Sendable {
    /// The best match among the languages of the campus; answers name it.
    let main: LanguageTag
    /// The requested languages, best first, for texts without the main language.
    let preferences: [LanguageTag]

    /// Chooses among the languages of the campus.
    ///
    /// - Parameters:
    ///   - preferences: The requested languages, best first.
    ///   - available: The languages of the campus, with the fallback first; never empty.
    init(_ preferences: [LanguageTag], among available: [LanguageTag]) {
        let best = preferences.isEmpty ? nil : LanguageNegotiation.best(of: available, for: preferences)
        main = best ?? available[0]
        self.preferences = preferences
    }

    func text(_ text: LocalizedText) -> String { text[main] ?? text.text(for: preferences) }
}

extension JSONWriter {
    mutating func member(_ name: StaticString, _ money: Money) {
        member(name) { $0.money(money) }
    }

    mutating func money(_ money: Money) {
        object { json in
            json.member("amount", money.minorUnits)
            json.member("currency", money.currency.code)
        }
    }

    mutating func member(_ name: StaticString, _ time: Timestamp) {
        member(name, time.description)
    }

    mutating func member(_ name: StaticString, optional time: Timestamp?) {
        if let time { member(name, time) }
    }

    mutating func member(_ name: StaticString, _ allergens: AllergenStatement) {
        member(name) { json in
            json.object { json in
                json.member("known", allergens.isComplete)
                json.member("contains", allergens.contains)
                json.member("mayContain", allergens.mayContain)
            }
        }
    }

    private mutating func member(_ name: StaticString, _ allergens: AllergenSet) {
        member(name) { json in
            json.array { json in for allergen in allergens { json.string(allergen.rawValue) } }
        }
    }
}
