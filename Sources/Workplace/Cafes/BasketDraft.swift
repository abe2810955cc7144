import Essentials
import JSON
import Ordering

/// A basket as stored in its snapshot, before the sums are computed.
struct BasketDraft {
    let currency: Currency
    let taxMode: TaxMode
    let rounding: RoundingMode
    let roundingLevel: TaxRoundingLevel
    let lines: [OrderLineDraft]

    init?(_ reader: JSONReader) {
        let currency = reader["currency"].text(as: { Currency($0) }, "must be a currency")
        let taxMode = reader["taxMode"].text(as: TaxMode.init, "must be a tax mode")
        let rounding = reader["rounding"].text(as: RoundingMode.init, "must be a rounding mode")
        let level =
            reader["roundingLevel"].optional.map {
                $0.text(as: TaxRoundingLevel.init, "must be a level of rounding")
            } ?? .line
        let lines = reader["lines"].array { OrderLineDraft($0) }
        guard let currency, let taxMode, let rounding, let level, let lines else { return nil }
        self.currency = currency
        self.taxMode = taxMode
        self.rounding = rounding
        roundingLevel = level
        self.lines = lines
    }
}

/// A line as stored in the snapshot, in minor units of the basket's currency.
struct OrderLineDraft {
    private let item: ItemID
    private let name: LocalizedText
    private let choices: [OrderChoiceDraft]
    private let amounts: OrderLineAmounts
    private let allergens: AllergenStatement
    private let station: StationID
    private let prepMinutes: Int
    private let note: String?

    init?(_ reader: JSONReader) {
        let item = reader["item"].text(as: { ItemID($0) }, "must be an identifier")
        let name = reader["name"].keptText()
        let choices = reader["choices"].optional?.array { OrderChoiceDraft($0) } ?? []
        let amounts = OrderLineAmounts(reader)
        let allergens = reader["allergens"].keptAllergenStatement()
        let station = reader["station"].text(as: { StationID($0) }, "must be an identifier")
        let prepMinutes = reader["prepMinutes"].integer(in: Int.min...Int.max)
        guard let item, let name, let amounts, let allergens, let station, let prepMinutes else { return nil }
        self.item = item
        self.name = name
        self.choices = choices
        self.amounts = amounts
        self.allergens = allergens
        self.station = station
        self.prepMinutes = prepMinutes
        note = reader["note"].optional?.string()
    }

    func orderLine(in currency: Currency) throws -> OrderLine {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: currency) }
        return try OrderLine(
            item: item, name: name, choices: choices.map { $0.orderChoice(in: currency) },
            unitPrice: money(amounts.unitPrice), quantity: amounts.quantity,
            amount: TaxedAmount(net: money(amounts.net), tax: money(amounts.tax)), taxRate: amounts.taxRate,
            allergens: allergens, station: station, prepMinutes: prepMinutes, note: note)
    }
}

/// The numbers of a line.
private struct OrderLineAmounts {
    let unitPrice: Int64
    let quantity: Int
    let net: Int64
    let taxRate: TaxRate
    let tax: Int64

    init?(_ reader: JSONReader) {
        let unitPrice = reader["unitPrice"].integer(in: Int64.min...Int64.max)
        let quantity = reader["quantity"].integer(in: Int.min...Int.max)
        let net = reader["net"].integer(in: Int64.min...Int64.max)
        let taxRate = reader["taxRate"].integer(in: 0...1_000_000)
        let tax = reader["tax"].integer(in: Int64.min...Int64.max)
        guard let unitPrice, let quantity, let net, let tax,
            let taxRate = taxRate.flatMap(TaxRate.init(partsPerMillion:))
        else { return nil }
        self.unitPrice = unitPrice
        self.quantity = quantity
        self.net = net
        self.taxRate = taxRate
        self.tax = tax
    }
}

/// A choice as stored in the snapshot.
struct OrderChoiceDraft {
    private let choice: ChoiceID
    private let name: LocalizedText
    private let price: Int64
    private let quantity: Int

    init?(_ reader: JSONReader) {
        let choice = reader["choice"].text(as: { ChoiceID($0) }, "must be an identifier")
        let name = reader["name"].keptText()
        let price = reader["price"].integer(in: Int64.min...Int64.max)
        let quantity = reader["quantity"].integer(in: Int.min...Int.max)
        guard let choice, let name, let price, let quantity else { return nil }
        self.choice = choice
        self.name = name
        self.price = price
        self.quantity = quantity
    }

    func orderChoice(in currency: Currency) -> OrderChoice {
        OrderChoice(
            choice: choice, name: name, price: Money(minorUnits: price, currency: currency),
            quantity: quantity)
    }
}

extension JSONReader {
    fileprivate func keptText() -> LocalizedText? {
        let texts = members { name, reader -> (LanguageTag, String)? in
            guard let language = LanguageTag(name), let text = reader.string() else { return nil }
            return (language, text)
        }
        guard let texts, let first = texts.first else { return nil }
        do {
            return try LocalizedText(Dictionary(texts) { first, _ in first }, defaultLanguage: first.0)
        } catch {
            note(.value, "must have a text in each language")
            return nil
        }
    }

    fileprivate func keptAllergenStatement() -> AllergenStatement? {
        let contains = self["contains"].optional.map { $0.keptAllergens() } ?? .some([])
        let mayContain = self["mayContain"].optional.map { $0.keptAllergens() } ?? .some([])
        guard let contains, let mayContain, let isComplete = self["complete"].boolean() else { return nil }
        return AllergenStatement(contains: contains, mayContain: mayContain, isComplete: isComplete)
    }

    private func keptAllergens() -> AllergenSet? {
        array { $0.text(as: Allergen.init, "must be an allergen") }.map { AllergenSet($0) }
    }
}
