import Essentials
import JSON
import Kitchen
import Ordering

extension WriteTransaction {
    /// Announces an order and its ticket to the kitchen, the board and the diner.
    func announce(_ order: Order, and ticket: Ticket, at time: Timestamp) throws {
        try append(.ticket(ticket), at: time)
        try append(.boardLine(of: order, ticket, at: time), at: time)
        if order.diner != .guest { try append(.stage(of: order), at: time) }
    }

    /// Announces an order without a ticket to the diner, and the number of waiting orders to the kitchen.
    func announceWaiting(_ order: Order, at time: Timestamp) throws {
        try append(.stage(of: order), at: time)
        try announceComing(at: order.cafe, time: time)
    }

    /// Announces the number of waiting orders to the kitchen.
    func announceComing(at cafe: CafeID, time: Timestamp) throws {
        let count = try waitingOrderCount(of: cafe)
        var json = JSONWriter()
        json.object { body in body.member("count", count) }
        try append(FeedChange(topic: .kitchen(cafe), kind: "coming", body: json.text), at: time)
    }

    /// Announces a ticket to the kitchen when its order has not changed.
    func announce(_ ticket: Ticket, at time: Timestamp) throws {
        try append(.ticket(ticket), at: time)
    }

    /// Announces to the kitchen and the board that a ticket enters the line at another time.
    func announceEntry(of ticket: Ticket, at time: Timestamp) throws {
        try append(.ticket(ticket), at: time)
        try append(.boardLine(ticket, at: time), at: time)
    }

    /// Announces to the diner a change of an order that is not a change of stage: of its times or its refunds.
    func announceDetails(of order: Order, at time: Timestamp) throws {
        try append(.stage(of: order), at: time)
    }

    /// Announces to a person that their meal account has changed.
    func announceAccount(of person: PersonID, at time: Timestamp) throws {
        try append(FeedChange(topic: .person(person), kind: "account", body: "{}"), at: time)
    }

    /// Announces that the stock of some items has changed; without items, that the menu has changed.
    func announceMenu(of cafe: CafeID, items: [ItemID], at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("items") { list in
                list.array { for item in items { $0.string(item.rawValue) } }
            }
        }
        try append(FeedChange(topic: .menu(cafe), kind: "menu", body: json.text), at: time)
    }
}

extension FeedChange {
    fileprivate static func ticket(_ ticket: Ticket) -> FeedChange {
        var json = JSONWriter()
        json.object { body in
            body.member("ticket", ticket.id.rawValue)
            body.member("order", ticket.order.rawValue)
            body.member("number", ticket.number.description)
            body.member("stage", ticket.stage.name.rawValue)
            body.member("version", ticket.version)
        }
        return FeedChange(topic: .kitchen(ticket.cafe), kind: "ticket", body: json.text)
    }

    /// The board's line of an order; the board shows for a while that a rejected number is not made.
    fileprivate static func boardLine(of order: Order, _ ticket: Ticket, at time: Timestamp) -> FeedChange {
        guard order.stage != .rejected else { return boardLine(ticket.number, "rejected", at: ticket.cafe) }
        guard BoardStage(order.stage) != nil else { return boardLine(ticket.number, "gone", at: ticket.cafe) }
        return boardLine(ticket, at: time)
    }

    fileprivate static func boardLine(_ ticket: Ticket, at time: Timestamp) -> FeedChange {
        let entry = BoardEntry(ticket, at: time)
        return boardLine(ticket.number, entry?.stage.rawValue ?? "gone", at: ticket.cafe, from: entry?.from)
    }

    private static func boardLine(
        _ number: OrderNumber, _ stage: String, at cafe: CafeID, from: Timestamp? = nil
    ) -> FeedChange {
        var json = JSONWriter()
        json.object { body in
            body.member("number", number.description)
            body.member("stage", stage)
            if let from { body.member("from", "\(from)") }
        }
        return FeedChange(topic: .board(cafe), kind: "board", body: json.text)
    }

    fileprivate static func stage(of order: Order) -> FeedChange {
        var json = JSONWriter()
        json.object { body in
            body.member("order", order.id.rawValue)
            body.member("number", order.number.description)
            body.member("stage", order.stage.rawValue)
            body.member("version", order.version)
        }
        return FeedChange(topic: .person(order.diner), kind: "order", body: json.text)
    }
}
