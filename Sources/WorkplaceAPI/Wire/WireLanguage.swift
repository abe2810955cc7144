import Essentials
import JSON
import Ordering

/// In which languages texts of the campus are put into an answer, best first.
struct WireLanguage: Hashable, Sendable {
    let preferences: [LanguageTag]

    /// Where nobody has asked for a language.
    static let unasked = WireLanguage(preferences: [])

    /// The language that an answer says it is in.
    ///
    /// - Parameter available: The languages of the campus, the one to fall back to first; never empty.
    func chosen(among available: [LanguageTag]) -> LanguageTag {
        LanguageNegotiation.best(of: available, for: preferences) ?? available[0]
    }

    func text(_ text: LocalizedText) -> String { text.text(for: preferences) }
}

extension JSONWriter {
    mutating func member(_ name: String, _ money: Money) {
        member(name) { $0.money(money) }
    }

    mutating func money(_ money: Money) {
        object { json in
            json.member("amount", money.minorUnits)
            json.member("currency", money.currency.code)
        }
    }

    mutating func member(_ name: String, _ time: Timestamp) {
        member(name, time.description)
    }

    mutating func member(_ name: String, optional time: Timestamp?) {
        if let time { member(name, time) }
    }

    mutating func member(_ name: String, _ allergens: AllergenStatement) {
        member(name) { json in
            json.object { json in
                json.member("known", allergens.isComplete)
                json.member("contains", allergens.contains)
                json.member("mayContain", allergens.mayContain)
            }
        }
    }

    private mutating func member(_ name: String, _ allergens: Set<Allergen>) {
        member(name) { json in
            json.array { json in
                for allergen in allergens.map(\.rawValue).sorted() { json.string(allergen) }
            }
        }
    }
}
