import Cryptography
import Essentials
import HTTPCore
import JSON
import TipCore
import Workplace

/// The routes for a person's own ledger of tips.
///
/// Nobody reads another person's ledger.
struct TipRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [exchanging, erasing] }

    private var exchanging: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/tips/ledger", access: .person,
            operation: Operation(
                id: "exchangeTips",
                summary: """
                    Joins what your device knows of your tips with what the server knows, and tells what the device lacks; \
                    repeating is harmless.
                    """,
                tag: .tips, body: "TipExchange", success: .json("TipExchangeAnswer"),
                problems: ProblemKind.tipExchange)
        ) { request, person in
            let exchange = try request.body(TipExchangeBody.init).exchange()
            let answer = try await services.tips.exchange(exchange, of: person.id)
            var json = JSONWriter(capacity: 64 + (answer.changes?.count ?? 0) * 4 / 3)
            json.object { json in
                json.member("cursor", answer.cursor)
                json.member("changes") { json in
                    if let changes = answer.changes {
                        json.string(Base64.encode(changes))
                    } else {
                        json.null()
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var erasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/tips/ledger", access: .person,
            operation: Operation(
                id: "eraseTips",
                summary:
                    "Erases what is known of your tips: here at once, on each device with its next exchange.",
                tag: .tips, success: .empty)
        ) { _, person in
            try await services.tips.erase(person.id)
            return HTTPResponse(.noContent)
        }
    }
}

/// The body of a device's request to exchange changes.
private struct TipExchangeBody {
    /// The largest whole number that every reader of JSON reads exactly.
    private static let mostCursor: Int64 = 1 << 53 - 1

    let device: TipReplica
    let platform: TipDevice.Platform
    let language: LanguageTag
    let cursor: Int64
    let changes: String?

    init?(_ reader: JSONReader) {
        let device = reader["device"].text(
            as: Self.device, "must be 16 hexadecimal digits in lower case, the last two of them zero")
        let platform = reader["platform"].text(as: TipDevice.Platform.init, "must be web or terminal")
        let language = reader["language"].text(
            as: { LanguageTag($0) }, "must be a language tag, such as ja or pt-BR")
        let cursor = reader["cursor"].integer(in: 0...Self.mostCursor)
        let changes = reader["changes"].optional.map { $0.string() }
        reader.refuseUnknownMembers(except: ["device", "platform", "language", "cursor", "changes"])
        guard let device, let platform, let language, let cursor else { return nil }
        self.device = device
        self.platform = platform
        self.language = language
        self.cursor = cursor
        self.changes = changes ?? nil
    }

    func exchange() throws -> TipExchange {
        var bytes: [UInt8]?
        if let changes {
            guard let decoded = Base64.decode(changes) else {
                throw Problem(.tipChangesUnreadable, detail: "The changes are not Base64 with padding.")
            }
            bytes = decoded
        }
        return TipExchange(
            device: device, platform: platform, language: language, cursor: cursor, changes: bytes)
    }

    private static func device(_ text: String) -> TipReplica? {
        let digits = text.utf8
        guard digits.count == 16, digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
            let number = UInt64(text, radix: 16), number & 0xFF == 0
        else { return nil }
        return TipReplica(rawValue: number)
    }
}
