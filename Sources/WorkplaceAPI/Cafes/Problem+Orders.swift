import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

extension OrderRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self, in: language) }
}

extension MoneyError: ProblemConvertible {
    /// A sum that does not fit 64 bits is a mistake of the basket.
    func problem(in language: WireLanguage?) -> Problem? {
        Problem(.basket(BasketRefusal(mistakes: [BasketMistake(reason: .overflow)])), in: language)
    }
}

extension Problem {
    init(_ refusal: OrderRefusal, in language: WireLanguage?) {
        switch refusal {
        case .cafeClosed(let opensAt):
            self.init(
                .cafeClosed, detail: "The café is closed and takes no orders now.",
                members: opensAt.map { [("opensAt", .text($0.description))] } ?? [])
        case .basket(let refusal):
            self.init(
                .invalidBasket,
                detail: "The order does not fit the menu. See each error.",
                errors: refusal.mistakes.map(FieldError.init))
        case .totalChanged(let basket):
            self.init(
                .totalChanged,
                detail: "The order costs something else now. Nothing was charged.",
                members: Self.figures(of: basket, in: language))
        case .notServed(let items):
            self.init(
                .notServed,
                detail: "Something in the order is not served at the time of pickup. Nothing was charged.",
                members: [("items", .json(Self.list(of: items)))])
        case .soldOut(let items):
            self.init(
                .soldOut, detail: "There are not enough left. Nothing was charged.",
                members: [("items", .json(Self.list(of: items)))])
        case .insufficientFunds(let balance, let needed):
            self.init(
                .insufficientFunds,
                detail: "The meal account does not cover the order. Nothing was charged.",
                members: [("balance", .money(balance)), ("needed", .money(needed))])
        case .pickup(let refusal): self.init(refusal)
        case .paused(let until, let items):
            self.init(
                .paused,
                detail: items.isEmpty
                    ? "The café has paused and takes no orders. Nothing was charged."
                    : "The café has paused a part of its menu. Nothing was charged.",
                members: [("until", .text(until.description))]
                    + (items.isEmpty ? [] : [("items", .json(Self.list(of: items)))]))
        case .pastCutoff(let time):
            self.init(
                .cancellationClosed,
                detail: "It is time to prepare the order, so it can no longer be cancelled.",
                members: [("since", .text(time.description))])
        case .noAccountInCurrency(let currency):
            self.init(
                .noAccountInCurrency,
                detail: "You have no meal account in \(currency). Amounts are not converted.",
                members: [("currency", .text(currency.code))])
        }
    }

    private static func figures(
        of basket: PricedBasket, in language: WireLanguage?
    ) -> [(name: String, value: Member)] {
        var lines: [(name: String, value: Member)] = []
        if let language {
            var json = JSONWriter()
            json.orderLines(of: basket, in: language)
            lines = [("lines", .json(json.bytes))]
        }
        return lines + [
            ("subtotal", .money(basket.subtotal)),
            ("tax", .money(basket.tax)), ("total", .money(basket.total)),
            ("taxIncluded", .boolean(basket.taxMode == .included)),
        ]
    }

    private static func list(of items: [ItemID]) -> [UInt8] {
        var json = JSONWriter()
        json.array { json in for item in items { json.string(item.rawValue) } }
        return json.bytes
    }
}

extension Problem.FieldError {
    /// Names the field of an order's body that a mistake of the basket is about.
    init(_ mistake: BasketMistake) {
        let (member, code, detail) = mistake.reason.description
        var pointer = "/lines"
        if let line = mistake.line { pointer += "/\(line)" }
        if let selection = mistake.selection { pointer += "/choices/\(selection)" }
        if let member { pointer += "/" + member }
        self.init(pointer: pointer, code: code, detail: detail)
    }
}

extension BasketMistake.Reason {
    /// The member of the body with the mistake, a stable code, and a sentence.
    fileprivate var description: (member: String?, code: String, detail: String) {
        switch self {
        case .empty: (nil, "empty", "The order has no lines.")
        case .tooManyLines(let maximum):
            (nil, "too-many-lines", "An order has at most \(maximum) lines.")
        case .unknownItem(let item): ("item", "unknown-item", "The café has no item \(item).")
        case .unknownChoice(let choice): ("choice", "unknown-choice", "The item has no choice \(choice).")
        case .duplicateChoice(let choice):
            ("choice", "duplicate-choice", "The choice \(choice) is named twice; give it a quantity.")
        case .tooFewChoices(let group, let minimum):
            ("choices", "too-few-choices", "Choose at least \(minimum) of \(group).")
        case .tooManyChoices(let group, let maximum):
            ("choices", "too-many-choices", "Choose at most \(maximum) of \(group).")
        case .tooMany(let choice, let maximum):
            ("quantity", "too-many-of-choice", "Take \(choice) at most \(maximum) times.")
        case .quantityOutOfRange:
            (
                "quantity", "quantity-out-of-range",
                "The quantity must be from \(Basket.quantities.lowerBound) to \(Basket.quantities.upperBound)."
            )
        case .noteTooLong(let maximum):
            ("note", "note-too-long", "A note has at most \(maximum) characters.")
        case .noteNotPlain:
            (
                "note", "note-not-plain",
                "A note is one line, without control characters, characters that turn the direction of reading, or more than "
                    + "\(String.combiningMarksAtMost) combining marks in a row."
            )
        case .overflow: (nil, "amount-too-large", "The amount is larger than can be booked.")
        }
    }
}
