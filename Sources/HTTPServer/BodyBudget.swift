import Synchronization

/// How much memory bodies may take that have not been answered yet, together and from one address.
///
/// A short body costs no more than its connection does and is not counted.
final class BodyBudget: Sendable {
    /// Bytes of a body that are free.
    static let freeBytes = 4096

    private struct Use {
        var total = 0
        var byAddress: [String: Int] = [:]
    }

    private let limit: Int
    private let limitPerAddress: Int
    private let use = Mutex(Use())

    /// Creates a budget of so many bytes.
    init(limit: Int, limitPerAddress: Int) {
        self.limit = limit
        self.limitPerAddress = limitPerAddress
    }

    /// Takes bytes for a client's body.
    ///
    /// - Returns: Whether there was room; nothing was taken otherwise.
    func take(_ bytes: Int, for address: String) -> Bool {
        use.withLock { use in
            let ofAddress = use.byAddress[address, default: 0] + bytes
            guard use.total + bytes <= limit, ofAddress <= limitPerAddress else { return false }
            use.total += bytes
            use.byAddress[address] = ofAddress
            return true
        }
    }

    /// Gives back what was taken for an address.
    func giveBack(_ bytes: Int, of address: String) {
        guard bytes > 0 else { return }
        use.withLock { use in
            use.total -= bytes
            let left = use.byAddress[address, default: 0] - bytes
            use.byAddress[address] = left > 0 ? left : nil
        }
    }
}
