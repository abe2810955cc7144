import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteReading {
    private static let orderColumns =
        "id, person, cafe, sequence, stage, version, placed_at, channel, basket, day"
    private static let orderByID = "SELECT \(orderColumns) FROM orders WHERE id = ?"
    // Identifiers begin with their time, so that their order is that of placing, and a total one.
    private static let ordersOfPerson =
        "SELECT \(orderColumns) FROM orders WHERE person = ? AND id < ? ORDER BY id DESC LIMIT ?"
    /// Sorts after every identifier.
    private static let endOfIdentifiers = "~"

    func keyUse(of person: PersonID, key: String) throws -> IdempotencyKeyUse? {
        let sql = "SELECT fingerprint, order_id, used_at FROM idempotency_keys WHERE person = ? AND key = ?"
        return try connection.first(sql, person.rawValue, key) { row in
            try row.decoded(from: .keys, id: nil) { row in
                guard let order = OrderID(try row.text(1)) else { return nil }
                return IdempotencyKeyUse(
                    person: person, key: key, fingerprint: try row.blob(0), order: order,
                    usedAt: try row.timestamp(2))
            }
        }
    }

    func order(_ id: OrderID) throws -> Order? {
        try connection.first(Self.orderByID, id.rawValue) { row in
            try row.decoded(from: .orders, id: id.rawValue) { try $0.order() }
        }
    }

    func orders(of person: PersonID, before: OrderID?, limit: Int) throws -> [Order] {
        let end = before?.rawValue ?? Self.endOfIdentifiers
        return try connection.all(Self.ordersOfPerson, person.rawValue, end, limit) { row in
            try row.decoded(from: .orders, id: try row.text(0)) { try $0.order() }
        }
    }

    func transitions(of order: OrderID) throws -> [OrderTransition] {
        let sql = """
            SELECT from_stage, to_stage, version, actor_kind, actor, device, at, reason
            FROM order_transitions WHERE order_id = ? ORDER BY version
            """
        return try connection.all(sql, order.rawValue) { row in
            try row.decoded(from: .transitions, id: order.rawValue) { try $0.transition() }
        }
    }
}

extension Row {
    /// The day in a column.
    func date(_ column: Int) throws -> CalendarDate { CalendarDate(daysSinceEpoch: try int(column)) }

    fileprivate func order() throws -> Order? {
        guard let id = OrderID(try text(0)), let person = PersonID(try text(1)),
            let cafe = CafeID(try text(2)), let number = OrderNumber(sequence: try int(3)),
            let stage = OrderStage(rawValue: try text(4)), let channel = OrderChannel(rawValue: try text(7))
        else { return nil }
        return Order(
            id: id, number: number, cafe: cafe, diner: person,
            basket: try BasketSnapshot.basket(of: try text(8)),
            placedAt: try timestamp(6), serviceDay: try date(9), channel: channel,
            machine: OrderStateMachine(stage: stage, version: try int(5)))
    }

    fileprivate func transition() throws -> OrderTransition? {
        guard let from = OrderStage(rawValue: try text(0)), let to = OrderStage(rawValue: try text(1)),
            let actor = try actor(kind: 3, id: 4)
        else { return nil }
        let device = try optionalText(5)
        let deviceID = device.flatMap { DeviceID($0) }
        guard (device == nil) == (deviceID == nil) else { return nil }
        return OrderTransition(
            from: from, to: to, version: try int(2),
            cause: TransitionCause(
                actor: actor, device: deviceID, at: try timestamp(6), reason: try optionalText(7)))
    }

    private func actor(kind: Int, id: Int) throws -> Ordering.Actor? {
        switch try text(kind) {
        case "person": PersonID(try text(id)).map(Ordering.Actor.person)
        case "device": DeviceID(try text(id)).map(Ordering.Actor.device)
        case "system": .system
        default: nil
        }
    }
}
