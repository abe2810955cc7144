public import Beacons

/// Sends a device's beacon frame, by a radio or through ``SimulatedAir``.
public struct Transmitter: Sendable {
    let send: @Sendable (IBeaconFrame?) -> Void

    /// Makes a transmitter.
    ///
    /// - Parameter send: Sends a frame repeatedly until the next call; `nil` stops sending. It must not wait.
    public init(_ send: @escaping @Sendable (IBeaconFrame?) -> Void) { self.send = send }
}
