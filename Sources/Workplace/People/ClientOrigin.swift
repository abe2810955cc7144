/// Where a request comes from, as the server knows it.
public struct ClientOrigin: Hashable, Sendable {
    /// The numeric address.
    public let address: String
    /// The program and its system, such as `Firefox on Linux`; empty when the client does not say.
    public let program: String

    /// Makes an origin.
    public init(address: String, program: String = "") {
        self.address = address
        self.program = program
    }
}
