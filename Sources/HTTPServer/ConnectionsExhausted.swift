/// As many connections are open as a server takes; further ones wait until one ends.
///
/// Reported once for each server, because it stays so for as long as somebody wants it to.
public struct ConnectionsExhausted: Error, Equatable, CustomStringConvertible {
    /// How many connections the server takes.
    public let limit: Int

    /// A sentence for the operator.
    public var description: String {
        "All \(limit) connections are in use, so further clients wait. This is said once."
    }
}
