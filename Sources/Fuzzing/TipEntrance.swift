import Cryptography
import HTTPCore
import JSON
import TipCore

/// An installation with one person signed in, for trying any bytes as what a device knows of tips.
///
/// What was taken stays until no more is taken; then everything is erased. Whoever opens an entrance closes it.
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
    /// - Throws: ``BrokenRule`` when the server takes the blame, when what it keeps cannot be read back, and when sending the
    ///   same again changes something.
    public func check(_ bytes: [UInt8]) async throws {
        _ = try await entrance.send(.post, Self.path, bytes)
        let body = Self.body(changes: "\"\(Base64.encode(bytes))\"")
        let first = try await entrance.send(.post, Self.path, body)
        guard first.status == .ok else {
            if first.status == .conflict || first.status == .contentTooLarge { try await erase() }
            return
        }
        let again = try await entrance.send(.post, Self.path, body)
        try BrokenRule.unless(
            again.body?["cursor"] == first.body?["cursor"], "The same changes again changed something.")
        let all = try await entrance.send(.post, Self.path, Self.body(changes: "null"))
        guard case .string(let text)? = all.body?["changes"], let kept = Base64.decode(text) else {
            throw BrokenRule("What is kept is not told.")
        }
        let ledger = try TipLedger(bytes: kept)
        try BrokenRule.unless(
            try TipLedger(bytes: ledger.bytes) == ledger, "What is kept reads back otherwise.")
    }

    /// Ends the installation; its files stay.
    public func close() async { await entrance.close() }

    private func erase() async throws { _ = try await entrance.send(.delete, Self.path) }

    // With a cursor that no ledger has, so that the answer holds all.
    private static func body(changes: String) -> [UInt8] {
        let device = #""device": "0000000000000100", "platform": "web", "language": "en""#
        return Array("{\(device), \"cursor\": 1, \"changes\": \(changes)}".utf8)
    }
}
