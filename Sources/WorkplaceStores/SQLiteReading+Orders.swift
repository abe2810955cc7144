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
        return try connection.first(sql, arguments: [.text(person.rawValue), .text(key)]) { row in
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
            SELECT stages, version, actor_kind, actor, device, at, reason
            FROM order_transitions WHERE order_id = ? ORDER BY version
            """
        let moments = try connection.all(sql, order.rawValue) { row in
            try row.decoded(from: .transitions, id: order.rawValue) { try $0.transitions() }
        }
        return moments.flatMap(\.self)
    }

    func nextOrderSequence(of cafe: CafeID, day: CalendarDate) throws -> Int {
        let sql = "SELECT sequence FROM orders WHERE cafe = ? AND day = ? ORDER BY sequence DESC LIMIT 1"
        let last = try connection.first(sql, arguments: [.text(cafe.rawValue), .date(day)]) { try $0.int(0) }
        return (last ?? 0) + 1
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
            basket: try BasketSnapshot.basket(of: Array(try text(8).utf8)),
            placedAt: try timestamp(6), serviceDay: try date(9), channel: channel,
            machine: OrderStateMachine(stage: stage, version: try int(5)))
    }

    /// The transitions of one moment: one for each pair of stages that follow one another.
    fileprivate func transitions() throws -> [OrderTransition]? {
        let words = try text(0).split(separator: " ", omittingEmptySubsequences: false)
        let stages = words.compactMap { OrderStage(rawValue: String($0)) }
        guard stages.count == words.count, stages.count > 1, let cause = try cause() else { return nil }
        let firstVersion = try int(1) - stages.count + 2
        return zip(stages, stages.dropFirst()).enumerated().map { index, pair in
            OrderTransition(from: pair.0, to: pair.1, version: firstVersion + index, cause: cause)
        }
    }

    private func cause() throws -> TransitionCause? {
        guard let actor = try actor(kind: 2, id: 3) else { return nil }
        let device = try optionalText(4)
        let deviceID = device.flatMap { DeviceID($0) }
        guard (device == nil) == (deviceID == nil) else { return nil }
        return TransitionCause(
            actor: actor, device: deviceID, at: try timestamp(5), reason: try optionalText(6))
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
