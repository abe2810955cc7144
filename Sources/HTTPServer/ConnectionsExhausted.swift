/// The maximum number of connections is open; further ones wait until one ends.
///
/// Each server reports it only once, because an attacker can keep it in this state.
public struct ConnectionsExhausted: Error, Equatable, CustomStringConvertible {
    /// How many connections the server takes.
    public let limit: Int

    /// A sentence for the operator.
    public var description: String {
        "All \(limit) connections are in use, so further clients wait. This is said once."
    }
}
