import Essentials
import JSON
import Ordering

/// In which languages texts of the campus are put into an answer.
struct WireLanguage: Hashable, Sendable {
    /// The one of the campus' languages that fits best, in which most texts are; answers name it.
    let main: LanguageTag
    /// What was asked for, best first, for texts that the main language does not have.
    let preferences: [LanguageTag]

    /// Chooses among the languages of the campus.
    ///
    /// - Parameters:
    ///   - preferences: What was asked for, best first.
    ///   - available: The languages of the campus, the one to fall back to first; never empty.
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
