import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func insert(_ use: IdempotencyKeyUse) throws {
        try connection.execute(
            "INSERT INTO idempotency_keys (person, key, fingerprint, order_id, used_at) VALUES (?, ?, ?, ?, ?)",
            use.person.rawValue, use.key, use.fingerprint, use.order.rawValue,
            use.usedAt.millisecondsSinceEpoch)
    }

    func takeOrderSequence(of cafe: CafeID, day: CalendarDate) throws -> Int {
        // Two plain statements: RETURNING builds a table of its own each time, which costs more than both.
        let sql = "SELECT last FROM order_sequences WHERE cafe = ? AND day = ?"
        guard let last = try connection.first(sql, cafe.rawValue, day.daysSinceEpoch, row: { try $0.int(0) })
        else {
            try connection.execute(
                "INSERT INTO order_sequences (cafe, day, last) VALUES (?, ?, 1)", cafe.rawValue,
                day.daysSinceEpoch)
            return 1
        }
        try connection.execute(
            "UPDATE order_sequences SET last = ? WHERE cafe = ? AND day = ?", last + 1, cafe.rawValue,
            day.daysSinceEpoch)
        return last + 1
    }

    func insert(_ order: Order, transitions: [OrderTransition]) throws {
        try connection.execute(
            """
            INSERT INTO orders (id, person, cafe, day, sequence, stage, version, placed_at,
                channel, basket)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, order.id.rawValue, order.diner.rawValue, order.cafe.rawValue,
            order.serviceDay.daysSinceEpoch, order.number.sequence, order.stage.rawValue, order.version,
            order.placedAt.millisecondsSinceEpoch,
            order.channel.rawValue, BasketSnapshot.text(of: order.basket))
        for transition in transitions { try insert(transition, of: order.id) }
    }

    func update(_ order: Order, after transition: OrderTransition) throws {
        try connection.execute(
            "UPDATE orders SET stage = ?, version = ? WHERE id = ? AND version = ?", order.stage.rawValue,
            order.version, order.id.rawValue, transition.version - 1)
        guard connection.changedRows == 1 else { throw StoreError.versionConflict(id: order.id.rawValue) }
        try insert(transition, of: order.id)
    }

    private func insert(_ transition: OrderTransition, of order: OrderID) throws {
        let cause = transition.cause
        let (kind, actor) = cause.actor.stored
        try connection.execute(
            """
            INSERT INTO order_transitions
                (order_id, version, from_stage, to_stage, actor_kind, actor, device, at, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, order.rawValue, transition.version, transition.from.rawValue, transition.to.rawValue, kind,
            actor,
            cause.device?.rawValue, cause.at.millisecondsSinceEpoch, cause.reason)
    }
}

extension Ordering.Actor {
    fileprivate var stored: (kind: String, id: String?) {
        switch self {
        case .person(let person): ("person", person.rawValue)
        case .device(let device): ("device", device.rawValue)
        case .system: ("system", nil)
        }
    }
}
