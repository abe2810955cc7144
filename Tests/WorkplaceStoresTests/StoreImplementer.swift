import TestSupport
import Testing
import Workplace

/// A store that has to pass the contract suite.
///
/// The suite knows nothing but the store protocol; a further implementer is a further case here.
enum StoreImplementer: String, CaseIterable, Sendable {
    case sqlite = "SQLite"

    /// Runs a body on a store that is empty, and takes the store down afterwards.
    func withStore(_ body: (any WorkplaceStore, PublishedEntries) async throws -> Void) async throws {
        switch self {
        case .sqlite: try await withTemporaryStore { try await body($0, $1) }
        }
    }
}

extension StoreImplementer: CustomTestStringConvertible {
    var testDescription: String { rawValue }
}

/// What a body throws on purpose.
struct Refusal: Error {}
