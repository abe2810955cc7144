public import Essentials

/// A fixed receiver that hears the badges at one spot and reports them.
public struct Gateway: Hashable, Sendable {
    /// Names the gateway.
    public let id: GatewayID
    /// Where it hangs.
    public let spot: SpotID

    /// Makes a gateway from its parts.
    public init(id: GatewayID, spot: SpotID) {
        self.id = id
        self.spot = spot
    }
}
