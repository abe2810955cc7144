import Synchronization

/// Limits the memory for the bodies of unanswered requests, in total and for each client address.
///
/// Short bodies are not counted, because they take no more memory than their connections.
final class BodyBudget: Sendable {
    /// A body of at most this many bytes is not counted.
    static let freeBytes = 4096

    private struct Use {
        var total = 0
        var byAddress: [String: Int] = [:]
    }

    private let limit: Int
    private let limitPerAddress: Int
    private let use = Mutex(Use())

    /// Creates a budget with limits in bytes.
    init(limit: Int, limitPerAddress: Int) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    /// Reserves bytes for a client's body.
    ///
    /// - Returns: Whether there was room; if not, nothing is reserved.
    func take(_ bytes: Int, for address: String) -> Bool {
        use.withLock { use in
            let ofAddress = use.byAddress[address, default: 0] + bytes
            guard use.total + bytes <= limit, ofAddress <= limitPerAddress else { return false }
            use.total += bytes
            use.byAddress[address] = ofAddress
            return true
        }
    }

    /// Releases bytes that ``take(_:for:)`` reserved for an address.
    func giveBack(_ bytes: Int, of address: String) {
        guard bytes > 0 else { return }
        use.withLock { use in
            use.total -= bytes
            let left = use.byAddress[address, default: 0] - bytes
            use.byAddress[address] = left > 0 ? left : nil
        }
    }
}
