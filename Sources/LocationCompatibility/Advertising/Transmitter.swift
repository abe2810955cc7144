public import Beacons

/// What sends a device's beacon frame: a radio, or ``SimulatedAir``.
public struct Transmitter: Sendable {
    let send: @Sendable (IBeaconFrame?) -> Void

    /// Makes a transmitter.
    ///
    /// - Parameter send: Sends a frame again and again until it is called with another; `nil` ends it. It must not wait.
    public init(_ send: @escaping @Sendable (IBeaconFrame?) -> Void) { self.send = send }
}
