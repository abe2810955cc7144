import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The meal accounts of the signed-in person.
struct MealAccountRoutes: Sendable {
    private static let pageSize = 50

    let services: WorkplaceServices

    var routes: [APIRoute] { [account, topUp] }

    private var account: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/account", access: .employee,
            operation: Operation(
                id: "getAccount",
                summary: "One's own meal accounts: balances, movements, and how much can be paid in by card.",
                tag: .orders,
                parameters: [
                    Operation.Parameter(
                        name: "limit", place: .query, summary: "How many movements at most.",
                        schema: ["type": "integer", "minimum": 0, "maximum": 100, "default": 50]),
                    .before,
                ],
                success: .json("Account"), isTranslated: true)
        ) { request, person in
            let limit = try request.integer("limit", in: 0...100, default: Self.pageSize)
            let statement = try await services.mealAccounts.statement(
                of: person.id, before: try request.entryCursor(), limit: limit == 0 ? 0 : limit + 1)
            let (campus, topUps) = (try services.campuses.inForce(), try services.mealAccounts.topUps())
            var json = JSONWriter()
            json.object { json in
                json.statement(statement, limit: limit, on: campus, in: request.language)
                json.member("topUps") { json in
                    json.array { json in
                        for (least, most) in topUps {
                            json.object { json in
                                json.member("least", least)
                                json.member("most", most)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var topUp: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/account/top-ups", access: .employee,
            operation: Operation(
                id: "beginTopUp",
                summary:
                    "Begins to fill the meal account by card: the answer is a payment, which a page pays as it pays for an order.",
                tag: .orders,
                parameters: [
                    .idempotencyKey("Chosen by the client for each top-up; the same key begins only one.")
                ], body: "TopUpRequest", success: .json("Payment", .created), fields: [.replayed],
                problems: [
                    .idempotencyKeyRequired, .idempotencyKeyReused, .cardPaymentsOff, .invalidTopUp,
                ])
        ) { request, person in
            let key = try request.idempotencyKey()
            let amount = try request.body { reader -> Money? in
                reader.refuseUnknownMembers(except: ["amount"])
                return reader["amount"].money()
            }
            let made = try await services.mealAccounts.topUp(
                TopUpRequest(
                    person: person.id, amount: amount, key: key,
                    fingerprint: SHA256.digest(of: request.http.body)))
            var json = JSONWriter()
            json.payment(made.payment)
            var answer = HTTPResponse.json(json.bytes)
            answer.status = .created
            if made.isReplay { try answer.fields.set("Idempotent-Replayed", "true") }
            return answer
        }
    }
}

extension APIRequest {
    /// The last movement of the previous page.
    func entryCursor() throws -> Int64? {
        try http.queryValue("before").map { text in
            guard let entry = Int64(text) else {
                throw Problem.invalidParameter("before", "must be a cursor")
            }
            return entry
        }
    }
}

extension JSONWriter {
    /// Writes the members of a statement.
    ///
    /// - Parameters:
    ///   - statement: The statement, with one movement more than `limit` if there is another page.
    ///   - limit: The maximum number of movements of a page.
    ///   - campus: The names of cafés.
    ///   - language: The language of the names.
    mutating func statement(
        _ statement: AccountStatement, limit: Int, on campus: Campus, in language: WireLanguage
    ) {
        member("balances") { json in
            json.array { json in for balance in statement.balances { json.money(balance) } }
        }
        member("reserved") { json in
            json.array { json in for amount in statement.reserved { json.money(amount) } }
        }
        let shown = statement.lines.prefix(limit)
        member("entries") { json in
            json.array { json in for line in shown { json.statementLine(line, on: campus, in: language) } }
        }
        if statement.lines.count > limit, let last = shown.last { member("next", "\(last.entry)") }
    }

    private mutating func statementLine(
        _ line: StatementLine, on campus: Campus, in language: WireLanguage
    ) {
        object { json in
            json.member("id", "\(line.entry)")
            json.member("kind", line.kind.rawValue)
            json.member("at", line.time)
            json.member("amount", line.amount)
            json.member("balance", line.balance)
            if let reason = line.reason { json.member("reason", reason) }
            guard let order = line.order, let number = line.orderNumber else { return }
            json.member("order") { json in
                json.object { json in
                    json.member("id", order.rawValue)
                    json.member("number", number)
                    if let cafe = line.cafe {
                        json.member(
                            "cafe", campus.cafe(cafe).map { language.text($0.name) } ?? cafe.rawValue)
                    }
                }
            }
        }
    }
}

extension TopUpRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .outOfRange(let least, let most):
            Problem(
                .invalidTopUp, detail: "The amount is less or more than one top-up may be.",
                members: [("least", .money(least)), ("most", .money(most))])
        case .otherCurrency(let currency):
            Problem(.invalidTopUp, detail: "Meal accounts in \(currency) cannot be filled here.")
        }
    }
}
