import Essentials
package import Ordering
import SQLite

extension ReadTransaction {
    private static let orderColumns =
        "id, person, cafe, sequence, stage, version, placed_at, channel, basket, day, pickup_start, pickup_end, "
        + "pickup_soonest, pickup_entry, means"
    private static let orderByID = "SELECT \(orderColumns) FROM orders WHERE id = ?"
    // Identifiers begin with their time, so they sort by the time of placing.
    private static let ordersOfPerson =
        "SELECT \(orderColumns) FROM orders WHERE person = ? AND id < ? ORDER BY id DESC LIMIT ?"
    /// Sorts after every identifier.
    private static let endOfIdentifiers = "~"

    /// The use of a person's idempotency key; `nil` when the key is unused.
    func keyUse(of person: PersonID, key: String) throws -> IdempotencyKeyUse? {
        try connection.first(.keyUse(of: person, key: key)) { row in
            try row.decoded(from: "idempotency_keys", id: nil) { row in
                guard let order = OrderID(try row.text(1)) else { return nil }
                return IdempotencyKeyUse(
                    person: person, key: key, fingerprint: try row.blob(0), order: order,
                    usedAt: try row.timestamp(2))
            }
        }
    }

    /// An order in its present state.
    func order(_ id: OrderID) throws -> Order? {
        try connection.first(Self.orderByID, id.rawValue) { row in
            try row.decoded(from: "orders", id: id.rawValue) { try $0.order() }
        }
    }

    /// The order of a number on a service day of a café.
    func order(numbered number: OrderNumber, at cafe: CafeID, on day: CalendarDate) throws -> Order? {
        let sql = "SELECT \(Self.orderColumns) FROM orders WHERE cafe = ? AND day = ? AND sequence = ?"
        return try connection.first(
            sql, arguments: [.text(cafe.rawValue), .date(day), .number(number.sequence)]
        ) { row in
            try row.decoded(from: "orders", id: try row.text(0)) { try $0.order() }
        }
    }

    /// A person's orders before one of them, latest first.
    func orders(of person: PersonID, before: OrderID?, limit: Int) throws -> [Order] {
        let end = before?.rawValue ?? Self.endOfIdentifiers
        return try connection.all(Self.ordersOfPerson, person.rawValue, end, limit) { row in
            try row.decoded(from: "orders", id: try row.text(0)) { try $0.order() }
        }
    }

    /// All transitions of an order, in order.
    func transitions(of order: OrderID) throws -> [OrderTransition] {
        let sql = """
            SELECT stages, version, actor_kind, actor, device, at, reason
            FROM order_transitions WHERE order_id = ? ORDER BY version
            """
        let moments = try connection.all(sql, order.rawValue) { row in
            try row.decoded(from: "order_transitions", id: order.rawValue) { try $0.transitions() }
        }
        return moments.flatMap(\.self)
    }

    /// The sequence number that the next order of a café's service day gets, from 1.
    func nextOrderSequence(of cafe: CafeID, day: CalendarDate) throws -> Int {
        (try connection.first(.lastSequence(of: cafe, day: day)) { try $0.int(0) } ?? 0) + 1
    }
}

extension StoreQuery {
    static func keyUse(of person: PersonID, key: String) -> StoreQuery {
        StoreQuery(
            "SELECT fingerprint, order_id, used_at FROM idempotency_keys WHERE person = ? AND key = ?",
            [.text(person.rawValue), .text(key)])
    }

    static func lastSequence(of cafe: CafeID, day: CalendarDate) -> StoreQuery {
        StoreQuery(
            "SELECT sequence FROM orders WHERE cafe = ? AND day = ? ORDER BY sequence DESC LIMIT 1",
            [.text(cafe.rawValue), .date(day)])
    }
}

extension StoreRow {
    fileprivate func order() throws -> Order? {
        guard let id = OrderID(try text(0)), let person = PersonID(try text(1)),
            let cafe = CafeID(try text(2)), let number = OrderNumber(sequence: try int(3)),
            let stage = OrderStage(rawValue: try text(4)), let channel = OrderChannel(rawValue: try text(7)),
            let means = try optionalText(14).map(PaymentMeans.init(rawValue:)) ?? .account
        else { return nil }
        return Order(
            id: id, number: number, cafe: cafe, diner: person,
            basket: try BasketSnapshot.basket(of: Array(try text(8).utf8)),
            placedAt: try timestamp(6), serviceDay: try date(9), channel: channel, means: means,
            pickup: try orderPickup(from: 10),
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

    func actor(kind: Int, id: Int) throws -> Ordering.Actor? {
        switch try text(kind) {
        case "person": PersonID(try text(id)).map(Ordering.Actor.person)
        case "device": DeviceID(try text(id)).map(Ordering.Actor.device)
        case "system": .system
        default: nil
        }
    }
}

extension WriteTransaction {
    /// Inserts the use of an idempotency key; the pair of person and key must be new.
    func insert(_ use: IdempotencyKeyUse) throws {
        try connection.execute(
            "INSERT INTO idempotency_keys (person, key, fingerprint, order_id, used_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                .text(use.person.rawValue), .text(use.key), .blob(use.fingerprint),
                .text(use.order.rawValue), .time(use.usedAt),
            ])
    }

    /// Deletes the uses of idempotency keys before an instant.
    func removeKeyUses(before time: Timestamp) throws {
        try connection.execute(
            "DELETE FROM idempotency_keys WHERE used_at < ?", time.millisecondsSinceEpoch)
    }

    /// Inserts a new order with its transitions.
    ///
    /// - Parameters:
    ///   - order: The order; its number is unique on the café's service day.
    ///   - basket: The snapshot of the order's basket.
    ///   - transitions: Its transitions so far, in order.
    /// - Throws: The store's own error.
    package func insert(_ order: Order, as basket: BasketSnapshot, transitions: [OrderTransition]) throws {
        try connection.execute(
            """
            INSERT INTO orders (id, person, cafe, day, sequence, stage, version, placed_at,
                channel, basket, pickup_start, pickup_end, pickup_soonest, pickup_entry, means)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            arguments: [
                .text(order.id.rawValue), .text(order.diner.rawValue), .text(order.cafe.rawValue),
                .date(order.serviceDay), .number(order.number.sequence), .text(order.stage.rawValue),
                .number(order.version), .time(order.placedAt), .text(order.channel.rawValue),
                .utf8(basket.bytes),
                .time(order.pickup?.start), .time(order.pickup?.end),
                order.pickup?.isSoonest.sqlValue ?? .null, .time(order.pickup?.entersLineAt),
                .text(order.means.stored),
            ])
        for moment in transitions.moments { try insert(moment, of: order.id) }
    }

    /// Updates the stage and the version of an order and inserts the transition.
    ///
    /// - Throws: ``StoreError/versionConflict(id:)`` when the stored version is not the one before the transition.
    func update(_ order: Order, after transition: OrderTransition) throws {
        try connection.execute(
            "UPDATE orders SET stage = ?, version = ? WHERE id = ? AND version = ?", order.stage.rawValue,
            order.version, order.id.rawValue, transition.version - 1)
        guard try connection.changedRows == 1 else { throw StoreError.versionConflict(id: order.id.rawValue) }
        try insert([transition], of: order.id)
        try dropFigures(of: order.cafe, on: order.serviceDay, at: transition.cause.at)
    }

    /// Updates what an order is paid with.
    func updateMeans(of order: Order) throws {
        try connection.execute(
            "UPDATE orders SET means = ? WHERE id = ?", order.means.stored, order.id.rawValue)
    }

    /// Updates when an order is handed over.
    func updatePickup(of order: Order) throws {
        try connection.execute(
            """
            UPDATE orders SET pickup_start = ?, pickup_end = ?, pickup_soonest = ?, pickup_entry = ? WHERE id = ?
            """,
            arguments: [
                .time(order.pickup?.start), .time(order.pickup?.end),
                order.pickup?.isSoonest.sqlValue ?? .null, .time(order.pickup?.entersLineAt),
                .text(order.id.rawValue),
            ])
    }

    /// Inserts transitions of one cause, and so of one moment, as one row.
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
    /// The transitions in runs of one cause; each transition of a run begins where the previous one ended.
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
    /// Whether this transition came right after another, for the same cause.
    fileprivate func follows(_ other: OrderTransition) -> Bool {
        from == other.to && version == other.version + 1 && cause == other.cause
    }
}

extension Ordering.Actor {
    /// The actor as it is stored in two columns.
    var stored: (kind: String, id: String?) {
        switch self {
        case .person(let person): ("person", person.rawValue)
        case .device(let device): ("device", device.rawValue)
        case .system: ("system", nil)
        }
    }
}

extension SQLiteSchema {
    /// Orders, their transitions and idempotency keys.
    static let orders = """
        -- A day is the date of a café's service day, counted from 1970-01-01.
        -- With a row number, because baskets are long: in a table without one they would fill the upper pages of
        -- the tree and spill over.
        CREATE TABLE orders (
            id TEXT PRIMARY KEY NOT NULL,
            person TEXT NOT NULL,
            cafe TEXT NOT NULL,
            day INTEGER NOT NULL,
            sequence INTEGER NOT NULL CHECK (sequence >= 1),
            stage TEXT NOT NULL,
            version INTEGER NOT NULL,
            placed_at INTEGER NOT NULL,
            channel TEXT NOT NULL,
            basket TEXT NOT NULL,
            UNIQUE (cafe, day, sequence)
        ) STRICT;
        CREATE INDEX orders_of_person ON orders (person, id);
        CREATE TRIGGER orders_keep_basket BEFORE UPDATE OF basket ON orders
        BEGIN SELECT RAISE(ABORT, 'what was sold never changes'); END;

        -- A row is what happened at one moment for one cause: the stages that the order went through, from the one
        -- before to the one after, with a space between them; the version is that after the last.
        CREATE TABLE order_transitions (
            order_id TEXT NOT NULL REFERENCES orders (id),
            version INTEGER NOT NULL,
            stages TEXT NOT NULL,
            actor_kind TEXT NOT NULL
                CHECK (actor_kind = 'person' OR actor_kind = 'device' OR actor_kind = 'system'),
            actor TEXT CHECK ((actor IS NULL) = (actor_kind = 'system')),
            device TEXT,
            at INTEGER NOT NULL,
            reason TEXT,
            PRIMARY KEY (order_id, version)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER order_transitions_no_update BEFORE UPDATE ON order_transitions
        BEGIN SELECT RAISE(ABORT, 'the record of transitions is append-only'); END;
        CREATE TRIGGER order_transitions_no_delete BEFORE DELETE ON order_transitions
        BEGIN SELECT RAISE(ABORT, 'the record of transitions is append-only'); END;

        -- No index on the time: outdated keys are looked for seldom, and keys are written with each order.
        CREATE TABLE idempotency_keys (
            person TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            order_id TEXT NOT NULL,
            used_at INTEGER NOT NULL,
            PRIMARY KEY (person, key)
        ) STRICT, WITHOUT ROWID;
        """
}

extension PaymentMeans {
    /// The stored word; none for the meal account, which most orders are paid from.
    fileprivate var stored: String? { self == .account ? nil : rawValue }
}
