import Foundation
import JSON

/// A thread that places orders when they are due, each until the server has acknowledged it.
struct LunchDiner {
    let plan: LunchPlan
    /// The session of each person.
    let tokens: [String: String]
    let client: LunchClient

    /// Places orders until none is left.
    func run(since start: ContinuousClock.Instant) throws {
        while let number = client.book.takeNext(of: plan.orderCount) {
            let wait = ContinuousClock.now.duration(to: start + LunchPlan.due(number))
            if wait > .zero { LunchServer.sleep(wait) }
            try place(plan.order(number))
        }
    }

    private func place(_ order: LunchPlan.Order) throws {
        guard let token = tokens[order.person] else {
            throw LunchTrouble("\(order.person) is not signed in.")
        }
        client.book.begin()
        var pickup = "soonest"
        if let wish = order.window {
            guard let windows = try windows(of: order.cafe), !windows.isEmpty else { return }
            // As the page had it a moment ago; it may be full by now.
            pickup = windows[min(wish, windows.count - 1)].start
        }
        var attempt = 0
        while true {
            // A lost answer is asked for again with the same key.
            let key = "lunch-\(order.number)-\(attempt)"
            let body = Self.body(order, pickup)
            guard let answer = try client.send("POST", "/api/v1/orders", body, key: key, token: token) else {
                return
            }
            if answer.status == 201 {
                let isReplay = LunchConnection.field("idempotent-replayed", of: answer.header) == "true"
                return client.book.acknowledge(try Self.acknowledged(order, answer), isReplay: isReplay)
            }
            let code = answer.code
            guard answer.status == 409, ["pickup-window-full", "pickup-window-over"].contains(code) else {
                throw LunchTrouble("Order \(order.number) was refused: \(answer.status), \(code).")
            }
            if code == "pickup-window-full" { client.book.noteFull() }
            guard let windows = try windows(of: order.cafe) else { return }
            guard let free = windows.first(where: \.isFree) else {
                throw LunchTrouble("\(order.cafe) has no free pickup window.")
            }
            pickup = free.start
            attempt += 1
        }
    }

    private func windows(of cafe: String) throws -> [(start: String, isFree: Bool)]? {
        try client.get("/api/v1/cafes/\(cafe)/windows") { json in
            json["windows"].array { window -> (start: String, isFree: Bool)? in
                guard let start = window["startsAt"].string(), let isFree = window["isFree"].boolean() else {
                    return nil
                }
                return (start, isFree)
            }
        }
    }

    private static func body(_ order: LunchPlan.Order, _ pickup: String) -> JSONValue {
        [
            "cafe": .string(order.cafe),
            "lines": .array(order.items.map { ["item": .string($0.name), "quantity": 1] }),
            "expectedTotal": ["amount": .integer(order.total), "currency": .string(LunchPlan.currency)],
            "pickup": .string(pickup),
        ]
    }

    private static func acknowledged(
        _ order: LunchPlan.Order, _ answer: LunchConnection.Answer
    ) throws -> LunchBook.Acknowledged {
        try answer.json { json in
            guard let id = json["id"].string(), let ticket = json["ticket"].string(),
                let total = json["total"]["amount"].integer(in: 0...Int64.max),
                let window = json["pickup"]["startsAt"].string()
            else { return nil }
            return LunchBook.Acknowledged(
                number: order.number, person: order.person, cafe: order.cafe, id: id, ticket: ticket,
                total: total, window: window, at: .now)
        }
    }
}
