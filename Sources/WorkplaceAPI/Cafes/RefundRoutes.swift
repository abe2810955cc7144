import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Refunds of orders, by managers of the café and by finance.
struct RefundRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [making, list, finding] }

    private var making: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/orders/{order}/refunds", access: .refunds,
            operation: Operation(
                id: "refundOrder",
                summary:
                    "Returns money of an order to where it came from: some lines, an amount, or everything that is left.",
                tag: .orders,
                parameters: [
                    .idempotencyKey("Chosen by the client for each refund; the same key refunds only once.")
                ], body: "RefundRequest", success: .json("Refund", .created),
                problems: [
                    .unknownOrder, .forbidden, .idempotencyKeyRequired, .idempotencyKeyReused,
                    .nothingToRefund,
                    .refundTooMuch, .invalidRefund,
                ])
        ) { request, person in
            let order = try request.order()
            let key = try request.idempotencyKey()
            let body = try request.body(RefundBody.init)
            let made = try await services.refunds.make(
                RefundService.Request(
                    order: order, part: body.part, reason: body.reason, key: key,
                    fingerprint: SHA256.digest(of: request.http.body)), by: person)
            var json = JSONWriter()
            json.refund(made.refund)
            var answer = HTTPResponse.json(json.bytes)
            answer.status = .created
            if made.isReplay { try answer.fields.set("Idempotent-Replayed", "true") }
            return answer
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/orders/{order}/refunds", access: .refunds,
            operation: Operation(
                id: "listRefunds", summary: "The refunds of an order, and what is left to refund.",
                tag: .orders,
                success: .json("Refunds"), problems: [.unknownOrder, .forbidden])
        ) { request, person in
            let summary = try await services.refunds.refunds(of: try request.order(), for: person)
            var json = JSONWriter()
            json.object { json in
                json.member("means", summary.means.rawValue)
                json.member("refunds") { json in
                    json.array { json in for refund in summary.refunds { json.refund(refund) } }
                }
                json.member("left", summary.left)
            }
            return .json(json.bytes)
        }
    }
}

extension RefundRoutes {
    private var finding: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/refundable-orders", access: .refunds,
            operation: Operation(
                id: "findRefundableOrder",
                summary:
                    "An order by its café, service day and number, with what was refunded and what is left; it does not say whose it is.",
                tag: .orders,
                parameters: [
                    Operation.Parameter(name: "cafe", place: .query, summary: "The café.", isRequired: true),
                    Operation.Parameter(
                        name: "day", place: .query, summary: "The service day, such as `2026-11-27`.",
                        isRequired: true, schema: ["type": "string", "format": "date"]),
                    Operation.Parameter(
                        name: "number", place: .query, summary: "The number, such as `042`.",
                        isRequired: true, schema: ["type": "string", "pattern": "^[0-9]{1,9}$"]),
                ], success: .json("RefundableOrder"), isTranslated: true,
                problems: [.unknownOrder, .forbidden])
        ) { request, person in
            let http = request.http
            guard let cafe = CafeID(try http.queryValue("cafe") ?? "") else {
                throw Problem.invalidParameter("cafe", "must be the identifier of a café")
            }
            guard let day = CalendarDate(try http.queryValue("day") ?? "") else {
                throw Problem.invalidParameter("day", "must be a date, such as 2026-11-27")
            }
            let text = try http.queryValue("number") ?? ""
            guard text.utf8.count <= 9, let sequence = Int(text), let number = OrderNumber(sequence: sequence)
            else { throw Problem.invalidParameter("number", "must be the number of an order, such as 042") }
            let found = try await services.refunds.order(
                numbered: number, at: cafe, on: day, for: person)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.found(found, on: campus, in: request.language)
            return .json(json.bytes)
        }
    }
}

extension RefundSearchRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        Problem(.unknownOrder, detail: "The café has no order of that number on that day.")
    }
}

/// The body of a request for a refund.
private struct RefundBody {
    let part: RefundPlan.Request
    let reason: String

    init?(_ reader: JSONReader) {
        let lines = reader["lines"].optional.map { lines in
            lines.array(count: 1...100) { line -> RefundedLine? in
                let index = line["line"].integer(in: 0...Int.max)
                let quantity = line["quantity"].integer(in: 1...Int.max)
                line.refuseUnknownMembers(except: ["line", "quantity"])
                guard let index, let quantity else { return nil }
                return RefundedLine(index: index, quantity: quantity)
            }
        }
        let amount = reader["amount"].optional.map { $0.money() }
        let reason = reader["reason"].reason(length: Refund.reasonLength)
        reader.refuseUnknownMembers(except: ["lines", "amount", "reason"])
        guard let reason else { return nil }
        switch (lines, amount) {
        case (nil, nil): part = .rest
        case (let lines??, nil): part = .lines(lines)
        case (nil, let amount??): part = .amount(amount)
        case (_?, _?):
            reader["amount"].note(.value, "does not mix with lines")
            return nil
        default: return nil
        }
        self.reason = reason
    }
}

extension JSONWriter {
    fileprivate mutating func found(
        _ found: RefundService.FoundOrder, on campus: Campus, in language: WireLanguage
    ) {
        let order = found.order
        object { json in
            json.member("id", order.id.rawValue)
            json.member("number", order.number.description)
            json.member(
                "cafe", campus.cafe(order.cafe).map { language.text($0.name) } ?? order.cafe.rawValue)
            json.member("stage", order.stage.rawValue)
            json.member("placedAt", order.placedAt)
            json.member("means", found.summary.means.rawValue)
            json.member("lines") { json in
                json.array { json in
                    for (index, line) in order.basket.lines.enumerated() {
                        json.object { json in
                            json.member("line", index)
                            json.member("name", language.text(line.name))
                            json.member("quantity", line.quantity)
                            json.member("refunded", found.refundedQuantities[index] ?? 0)
                            json.member("total", line.total)
                            json.member("tax", line.tax)
                        }
                    }
                }
            }
            json.member("total", order.basket.total)
            json.member("tax", order.basket.tax)
            json.member("refunds") { json in
                json.array { json in for refund in found.summary.refunds { json.refund(refund) } }
            }
            json.member("left", found.summary.left)
        }
    }

    fileprivate mutating func refund(_ refund: Refund) {
        object { json in
            json.member("id", refund.id.rawValue)
            json.member("order", refund.order.rawValue)
            json.member("total", refund.total)
            json.member("net", refund.amount.net)
            json.member("tax", refund.amount.tax)
            json.member("lines") { json in
                json.array { json in
                    for line in refund.lines {
                        json.object { json in
                            json.member("line", line.index)
                            json.member("quantity", line.quantity)
                        }
                    }
                }
            }
            json.member("reason", refund.reason)
            json.member("at", refund.at)
            json.member("stage", refund.stage.rawValue)
        }
    }
}

extension RefundRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .nothingLeft:
            Problem(
                .nothingToRefund, detail: "Nothing was paid for the order, or all of it has been returned.")
        case .tooMuch(let left):
            Problem(
                .refundTooMuch, detail: "Less than that is left to refund.",
                members: [("left", .money(left))])
        case .notPositive:
            Problem(.invalidRefund, detail: "A refund returns something: the amount must be above zero.")
        case .wrongCurrency(let currency):
            Problem(.invalidRefund, detail: "The order was paid in \(currency); amounts are not converted.")
        case .unknownLine(let index):
            Problem(
                .invalidRefund, detail: "The order has no line \(index), or it is named twice.")
        case .tooManyOfLine(let index, let left):
            Problem(.invalidRefund, detail: "Of line \(index) only \(left) can still be refunded.")
        }
    }
}
