import Essentials
import Ordering
import SQLite
import Workplace

extension SQLiteWriting {
    func insert(_ use: IdempotencyKeyUse) throws {
        try connection.execute(
            "INSERT INTO idempotency_keys (person, key, fingerprint, order_id, used_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                .text(use.person.rawValue), .text(use.key), .blob(use.fingerprint),
                .text(use.order.rawValue), .time(use.usedAt),
            ])
    }

    func insert(_ order: Order, as basket: BasketSnapshot, transitions: [OrderTransition]) throws {
        try connection.execute(
            """
            INSERT INTO orders (id, person, cafe, day, sequence, stage, version, placed_at,
                channel, basket)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(order.id.rawValue), .text(order.diner.rawValue), .text(order.cafe.rawValue),
                .date(order.serviceDay), .number(order.number.sequence), .text(order.stage.rawValue),
                .number(order.version), .time(order.placedAt), .text(order.channel.rawValue),
                .utf8(basket.bytes),
            ])
        for moment in transitions.moments { try insert(moment, of: order.id) }
    }

    func update(_ order: Order, after transition: OrderTransition) throws {
        try connection.execute(
            "UPDATE orders SET stage = ?, version = ? WHERE id = ? AND version = ?", order.stage.rawValue,
            order.version, order.id.rawValue, transition.version - 1)
        guard connection.changedRows == 1 else { throw StoreError.versionConflict(id: order.id.rawValue) }
        try insert([transition], of: order.id)
    }

    /// Keeps transitions that have one cause, and so one moment, as one row.
    private func insert(_ moment: ArraySlice<OrderTransition>, of order: OrderID) throws {
        guard let first = moment.first, let last = moment.last else { return }
        let cause = first.cause
        let (kind, actor) = cause.actor.stored
        let stages = moment.reduce(first.from.rawValue) { $0 + " " + $1.to.rawValue }
        try connection.execute(
            """
            INSERT INTO order_transitions (order_id, version, stages, actor_kind, actor, device, at, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(order.rawValue), .number(last.version), .text(stages), .text(kind), .text(actor),
                .text(cause.device?.rawValue), .time(cause.at), .text(cause.reason),
            ])
    }
}

extension [OrderTransition] {
    /// The transitions in runs of one cause; within a run each begins where the one before it ended.
    fileprivate var moments: [ArraySlice<OrderTransition>] {
        var moments: [ArraySlice<OrderTransition>] = []
        var start = startIndex
        for index in indices where index + 1 == endIndex || !self[index + 1].follows(self[index]) {
            moments.append(self[start...index])
            start = index + 1
        }
        return moments
    }
}

extension OrderTransition {
    /// Tells whether this one came right after another, for the same cause.
    fileprivate func follows(_ other: OrderTransition) -> Bool {
        from == other.to && version == other.version + 1 && cause == other.cause
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
