import Cryptography
import HTTPCore
import JSON
import TipCore

/// An installation with one person signed in, for trying any bytes as what a device knows of tips.
///
/// What was taken stays until something is refused; then everything is erased. The caller that opens an entrance closes it.
public final class TipEntrance: Sendable {
    private static let path = "/api/v1/tips/ledger"
    private let entrance: SignedInEntrance

    /// Makes an installation in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: Where its database goes.
    ///   - campus: A campus file with a person `ada`.
    /// - Throws: What the store or the campus file is refused with.
    public init(folder: String, campus: [UInt8]) async throws {
        entrance = try await SignedInEntrance(folder: folder, campus: campus)
    }

    /// Tries bytes as the body of an exchange, and as the ledger in one: each is taken, or refused as the client's mistake.
    ///
    /// - Throws: ``BrokenRule`` when the server takes the blame, when what it keeps cannot be read back, when sending the same
    ///   again changes something, and when a device that sends what is kept is refused.
    public func check(_ bytes: [UInt8]) async throws {
        _ = try await entrance.send(.post, Self.path, bytes)
        let body = Self.body(changes: "\"\(Base64.encode(bytes))\"")
        let first = try await entrance.send(.post, Self.path, body)
        if first.status == .ok {
            let again = try await entrance.send(.post, Self.path, body)
            try BrokenRule.unless(
                again.body?["cursor"] == first.body?["cursor"], "The same changes again changed something.")
            _ = try await kept()
        } else {
            try await checkThatOthersGoOn()
        }
    }

    /// A refusal keeps nobody from what is kept, also when there is no room for more; then everything is erased.
    private func checkThatOthersGoOn() async throws {
        let before = try await kept()
        guard !before.isEmpty else { return }
        let exchange = try await entrance.send(
            .post, Self.path, Self.body(changes: "\"\(Base64.encode(before.bytes))\""))
        try BrokenRule.unless(exchange.status == .ok, "What is kept is refused when a device sends it.")
        try BrokenRule.unless(try await kept() == before, "What is kept changed when a device sent it.")
        try BrokenRule.unless(
            try await entrance.send(.delete, Self.path).status == .noContent, "What is kept cannot be erased."
        )
        try BrokenRule.unless(try await kept().hasNoRecords, "Something is left of what was erased.")
        // An erased ledger takes only what was erased as often, which hardly an input is.
        try await entrance.beginAnew()
    }

    /// The whole ledger, as a device that has nothing receives it.
    private func kept() async throws -> TipLedger {
        // With a cursor that no ledger has, so that the answer holds all.
        let answer = try await entrance.send(.post, Self.path, Self.body(changes: "null"))
        guard case .string(let text)? = answer.body?["changes"], let bytes = Base64.decode(text) else {
            throw BrokenRule("What is kept is not told.")
        }
        let ledger = try TipLedger(bytes: bytes)
        try BrokenRule.unless(
            try TipLedger(bytes: ledger.bytes) == ledger, "What is kept reads back otherwise.")
        return ledger
    }

    /// Ends the installation; its files stay.
    public func close() async { await entrance.close() }

    private static func body(changes: String) -> [UInt8] {
        let device = #""device": "0000000000000100", "platform": "web", "language": "en""#
        return Array("{\(device), \"cursor\": 1, \"changes\": \(changes)}".utf8)
    }
}
