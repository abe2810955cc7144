/// Who may have issued a token, for whom, and how far clocks may differ.
public struct TokenExpectations: Sendable {
    /// The issuer, exactly.
    public let issuer: String
    /// Our name at the provider.
    public let clientID: String
    /// By how many seconds the provider's clock may differ from ours.
    public let clockTolerance: Int64

    /// Makes expectations.
    ///
    /// - Parameters:
    ///   - issuer: The issuer, exactly.
    ///   - clientID: Our name at the provider.
    ///   - clockTolerance: By how many seconds the clocks may differ; from 0 to 300.
    public init(issuer: String, clientID: String, clockTolerance: Int64 = 60) {
        precondition((0...300).contains(clockTolerance), "a tolerance of \(clockTolerance) seconds")
        self.issuer = issuer
        self.clientID = clientID
        self.clockTolerance = clockTolerance
    }
}
