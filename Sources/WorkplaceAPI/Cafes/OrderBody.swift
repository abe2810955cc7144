import Essentials
import JSON
import Ordering

/// The body of a request that places an order.
struct OrderBody {
    let cafe: CafeID
    let basket: Basket
    let expectedTotal: Money
    let start: OrderStart
    let pickup: PickupChoice
    let means: PaymentMeans

    init?(_ reader: JSONReader) {
        let cafe = reader["cafe"].identifier(CafeID.init)
        let lines = reader["lines"].array { BasketLine($0, allowing: []) }
        let expectedTotal = reader["expectedTotal"].money()
        let start = reader["start"].optional.map { word in
            word.text(as: { OrderStart(rawValue: $0) }, "must be at-once or when-near")
        }
        let pickup = reader["pickup"].optional.map { $0.pickupChoice() } ?? .soonest
        let means = reader["payment"].optional.map { word in
            word.text(
                as: { word in PaymentMeans.ofPeople.first { $0.rawValue == word } }, "must be account or card"
            )
        }
        reader.refuseUnknownMembers(
            except: ["cafe", "lines", "expectedTotal", "start", "pickup", "payment"])
        guard let cafe, let lines, let expectedTotal, let pickup, let start = start ?? .some(.atOnce),
            let means = means ?? .some(.account)
        else {
            return nil
        }
        if start == .whenNear, means != .account {
            reader["payment"].note(
                .value, "does not mix with start when-near: the total waits in the meal account")
            return nil
        }
        if start == .whenNear, pickup != .soonest {
            reader["pickup"].note(.value, "does not mix with start when-near: the arrival decides")
            return nil
        }
        self.cafe = cafe
        basket = Basket(lines: lines)
        self.expectedTotal = expectedTotal
        self.start = start
        self.pickup = pickup
        self.means = means
    }
}

/// The body of a request for the price of a basket.
struct QuoteBody {
    let basket: Basket
    /// For each line, the last unit price that the page showed, if any.
    let seenPrices: [Money?]
    /// The pickup that the quote is for, if any.
    let pickup: PickupChoice?
    /// The time for which serving hours are checked, if the page sends it.
    let servingAt: Timestamp?

    /// When the order would be handed over, if the page sends it.
    var handover: Timestamp? {
        if case .window(let start)? = pickup { start } else { servingAt }
    }

    init?(_ reader: JSONReader) {
        let lines = reader["lines"].array { line -> (BasketLine, Money?)? in
            let seen = line["unitPrice"].optional?.money()
            return BasketLine(line, allowing: ["unitPrice"]).map { ($0, seen) }
        }
        let pickup = reader["pickup"].optional.map { $0.pickupChoice() }
        let servingAt = reader["servingAt"].optional.map { $0.time() }
        reader.refuseUnknownMembers(except: ["lines", "pickup", "servingAt"])
        guard let lines else { return nil }
        if let pickup, pickup == nil { return nil }
        if let servingAt, servingAt == nil { return nil }
        self.pickup = pickup ?? nil
        self.servingAt = servingAt ?? nil
        basket = Basket(lines: lines.map(\.0))
        seenPrices = lines.map(\.1)
    }
}

extension BasketLine {
    /// Reads the form of a line; the domain checks it against the menu.
    init?(_ reader: JSONReader, allowing further: [String]) {
        let item = reader["item"].identifier(ItemID.init)
        let quantity = reader["quantity"].integer(in: Int.min...Int.max)
        let choices =
            reader["choices"].optional.map { $0.array(count: 0...100) { ChoiceSelection($0) } } ?? .some([])
        let note = reader["note"].optional?.string()
        reader.refuseUnknownMembers(except: ["item", "quantity", "choices", "note"], further)
        guard let item, let quantity, let choices else { return nil }
        self.init(item: item, quantity: quantity, choices: choices, note: note)
    }
}

extension ChoiceSelection {
    fileprivate init?(_ reader: JSONReader) {
        let choice = reader["choice"].identifier(ChoiceID.init)
        let quantity = reader["quantity"].optional.map { $0.integer(in: Int.min...Int.max) } ?? .some(1)
        reader.refuseUnknownMembers(except: ["choice", "quantity"])
        guard let choice, let quantity else { return nil }
        self.init(choice: choice, quantity: quantity)
    }
}

extension JSONReader {
    func identifier<Owner>(_ make: (String) -> Identifier<Owner>?) -> Identifier<Owner>? {
        text(as: make, "must be an identifier: 1 to 64 of a to z, 0 to 9 and hyphen")
    }

    func money() -> Money? {
        let amount = self["amount"].integer(in: Int64.min...Int64.max)
        let currency = self["currency"].text(as: Currency.init, "must be an ISO 4217 code in use")
        refuseUnknownMembers(except: ["amount", "currency"])
        guard let amount, let currency else { return nil }
        return Money(minorUnits: amount, currency: currency)
    }
}
