import Cryptography
import Essentials
import Foundation
import JSON
import TipCore
import TipRuntime
import TipRules
import WorkplaceClient

/// Exchanges a person's ledger of tips with a running server.
struct TipLedgerTransport: TipSyncTransport {
    let client: APIClient

    func exchange(_ outgoing: TipSyncRequest) async throws -> TipSyncResponse {
        var body = JSONWriter()
        body.object { body in
            let digits = String(outgoing.device, radix: 16)
            body.member("device", String(repeating: "0", count: 16 - digits.count) + digits)
            body.member("platform", "terminal")
            body.member("language", TerminalLanguage.tag.description)
            body.member("cursor", outgoing.cursor.flatMap { Int64($0) } ?? 0)
            if let changes = outgoing.changes { body.member("changes", Base64.encode(changes.bytes)) }
        }
        let answer: JSONValue
        do { answer = try await client.post("/api/v1/tips/ledger", body) } catch let failure as APIProblem {
            throw Self.refusal(in: failure) ?? failure
        }
        return try answer.reading { answer -> TipSyncResponse? in
            let cursor = answer["cursor"].integer(in: 0...Int64.max)
            let changes = answer["changes"].optional.map { $0.text(as: Self.ledger, "must be a ledger") }
            guard let cursor, changes != .some(nil) else { return nil }
            return TipSyncResponse(cursor: "\(cursor)", changes: changes ?? nil, isWhole: true)
        }
    }

    /// The refusal to which the store can react; `nil` for any other problem.
    static func refusal(in failure: APIProblem) -> TipSyncRefusal? {
        guard failure.code == "tip-clock-ahead",
            let now = JSONReader(failure.document)["now"].optional?.text(
                as: { Timestamp($0) }, "must be a time")
        else { return nil }
        return .clockAhead(now: RuleTime(microseconds: now.millisecondsSinceEpoch * 1_000))
    }

    private static func ledger(_ text: String) -> TipLedger? {
        guard let bytes = Base64.decode(text) else { return nil }
        do { return try TipLedger(bytes: bytes) } catch { return nil }
    }
}
