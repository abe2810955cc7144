import Essentials
import JSON
public import Ordering

/// An order's basket as JSON, so that a later edit of a menu does not change the sold items.
///
/// Amounts are minor units of the basket's currency. Sums are not stored, because they follow from the lines. The first
/// language of a text is its default.
///
/// It is encoded before the transaction begins, because other transactions wait for the transaction.
public struct BasketSnapshot: Hashable, Sendable {
    /// The JSON text in UTF-8.
    public let bytes: [UInt8]

    /// Writes a basket.
    ///
    /// - Complexity: O(*n*) in the number of lines and choices.
    public init(of basket: PricedBasket) {
        var json = JSONWriter(capacity: 256 + 512 * basket.lines.count)
        json.object { json in
            json.member("currency", basket.currency.code)
            json.member("taxMode", basket.taxMode.rawValue)
            json.member("rounding", basket.rounding.rawValue)
            // Left out for the default, so that most orders are stored as they were before the level existed.
            if basket.roundingLevel != .line {
                json.member("roundingLevel", basket.roundingLevel.rawValue)
            }
            json.member("lines") { json in
                json.array { json in for line in basket.lines { json.line(line) } }
            }
        }
        bytes = json.bytes
    }

    /// Reads a basket back.
    ///
    /// - Throws: An error when the text cannot come from ``init(of:)``.
    public static func basket(of bytes: [UInt8]) throws -> PricedBasket {
        let draft = try JSONValue(parsing: bytes).read(BasketDraft.init)
        return try PricedBasket(
            lines: try draft.lines.map { try $0.orderLine(in: draft.currency) }, currency: draft.currency,
            taxMode: draft.taxMode, rounding: draft.rounding, roundingLevel: draft.roundingLevel)
    }
}

extension JSONWriter {
    fileprivate mutating func line(_ line: OrderLine) {
        object { json in
            json.member("item", line.item.rawValue)
            json.member("name", line.name)
            if !line.choices.isEmpty {
                json.member("choices") { json in
                    json.array { json in for choice in line.choices { json.choice(choice) } }
                }
            }
            json.member("unitPrice", line.unitPrice.minorUnits)
            json.member("quantity", line.quantity)
            json.member("net", line.net.minorUnits)
            json.member("taxRate", line.taxRate.partsPerMillion)
            json.member("tax", line.tax.minorUnits)
            json.member("allergens", line.allergens)
            json.member("station", line.station.rawValue)
            json.member("prepMinutes", line.prepMinutes)
            if let note = line.note { json.member("note", note) }
        }
    }

    private mutating func choice(_ choice: OrderChoice) {
        object { json in
            json.member("choice", choice.choice.rawValue)
            json.member("name", choice.name)
            json.member("price", choice.price.minorUnits)
            json.member("quantity", choice.quantity)
        }
    }

    private mutating func member(_ name: StaticString, _ text: LocalizedText) {
        member(name) { json in
            json.object { json in
                for label in text.labels { json.member(named: label.tag) { $0.string(label.text) } }
            }
        }
    }

    private mutating func member(_ name: StaticString, _ allergens: AllergenStatement) {
        member(name) { json in
            json.object { json in
                json.member("complete", allergens.isComplete)
                json.member("contains", allergens.contains)
                json.member("mayContain", allergens.mayContain)
            }
        }
    }

    private mutating func member(_ name: StaticString, _ allergens: AllergenSet) {
        if allergens.isEmpty { return }
        member(name) { json in
            json.array { json in for allergen in allergens { json.string(allergen.rawValue) } }
        }
    }
}
