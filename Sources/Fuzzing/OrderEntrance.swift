import HTTPCore
import JSON

/// An installation with one person signed in, for trying any bytes as the body of an order.
///
/// What was ordered stays ordered, so the person runs out of money after some inputs; that is a refusal as well.
/// The caller that opens an entrance closes it.
public final class OrderEntrance: Sendable {
    private let entrance: SignedInEntrance

    /// Makes an installation in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: Where its database goes.
    ///   - campus: A campus file with a café `main-cafe` that never closes and a person `ada`.
    /// - Throws: What the store or the campus file is refused with.
    public init(folder: String, campus: [UInt8]) async throws {
        entrance = try await SignedInEntrance(folder: folder, campus: campus)
    }

    /// Tries bytes as an order and as a request for a quote: each is taken, or refused as the client's mistake.
    ///
    /// - Throws: ``BrokenRule`` when the server takes the blame, or an order costs something else than was agreed.
    public func check(_ bytes: [UInt8]) async throws {
        let order = try await entrance.send(.post, "/api/v1/orders", bytes)
        if order.status == .created {
            let (asked, paid) = (try JSONValue(parsing: bytes)["expectedTotal"], order.body?["total"])
            try BrokenRule.unless(asked == paid, "An order was placed for a total that was not agreed.")
        }
        _ = try await entrance.send(.post, "/api/v1/cafes/main-cafe/quote", bytes)
    }

    /// Ends the installation; its files stay.
    public func close() async { await entrance.close() }
}
