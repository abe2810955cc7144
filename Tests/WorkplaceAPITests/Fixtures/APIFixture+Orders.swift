import Attendance
import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering

@testable import Workplace

extension APIFixture {
    /// The body of an order for soup with cream, which costs 510 cents each.
    static func soup(_ quantity: Int = 1, total: Int? = nil) -> String {
        """
        {"cafe": "main-cafe", "expectedTotal": {"amount": \(total ?? 510 * quantity), "currency": "EUR"},
         "lines": [{"item": "soup", "quantity": \(quantity), "choices": [{"choice": "cream"}], "note": "no pepper"}]}
        """
    }

    static func cake(_ quantity: Int = 1) -> String {
        """
        {"cafe": "main-cafe", "expectedTotal": {"amount": \(380 * quantity), "currency": "EUR"},
         "lines": [{"item": "cake", "quantity": \(quantity)}]}
        """
    }

    /// Places an order.
    func order(_ body: String, key: String, as client: Client) async throws -> Answer {
        try await post("/api/v1/orders", body, as: client, [("Idempotency-Key", key)])
    }

    /// Places an order that is taken, and returns its identifier and that of its ticket.
    func placed(
        _ body: String = soup(), key: String = "key-1", as client: Client
    ) async throws -> (order: String, ticket: String) {
        let answer = try await order(body, key: key, as: client)
        guard let order = answer["id"]?.text, let ticket = answer["ticket"]?.text else {
            throw Missing(what: "order in \(answer.text)")
        }
        return (order, ticket)
    }

    /// Does something to a ticket.
    func act(
        _ action: String, on ticket: String, line: Int? = nil, as client: Client,
        _ fields: [(String, String)] = []
    ) async throws -> Answer {
        let line = line.map { #", "line": \#($0)"# } ?? ""
        return try await post(
            "/api/v1/tickets/\(ticket)/actions", #"{"action": "\#(action)"\#(line)}"#, as: client, fields)
    }

    /// Everything that a refused request must leave as it was.
    func stateFingerprint() async throws -> StateFingerprint {
        let campus = try services.campuses.inForce()
        return try await services.store.read { reading in
            StateFingerprint(
                revision: try reading.campusRevisionNumber(), feed: try reading.feedBounds(),
                orders: try campus.people.map { try reading.orders(of: $0.id, before: nil, limit: 1_000) },
                transitions: try campus.people.flatMap { person in
                    try reading.orders(of: person.id, before: nil, limit: 1_000).map {
                        try reading.transitions(of: $0.id)
                    }
                },
                tickets: try campus.cafes.map { try reading.openTickets(of: $0.id).map(\.version) },
                balances: try campus.people.map { try reading.mealBalances(of: $0.id) },
                statements: try campus.people.map { try reading.statement(of: $0.id, limit: 1_000) },
                punches: try campus.people.map { try reading.lastPunch(of: $0.id) },
                reminders: try campus.people.map { try reading.reminderSetting(of: $0.id) },
                favourites: try campus.people.map { try reading.favourites(of: $0.id) },
                stock: try campus.cafes.map { try reading.remainingStock(of: $0.id) })
        }
    }
}

/// The state of an installation, to be compared.
struct StateFingerprint: Equatable, Sendable {
    let revision: Int64
    let feed: FeedBounds
    let orders: [[Order]]
    let transitions: [[OrderTransition]]
    let tickets: [[Int]]
    let balances: [[Money]]
    let statements: [[StatementLine]]
    let punches: [Punch?]
    let reminders: [ReminderSetting?]
    let favourites: [Favourites]
    let stock: [[ItemID: Int]]
}
