public import Essentials

/// What a gateway says about itself with its reports.
public struct GatewayHealth: Hashable, Sendable {
    /// The program and its version, such as `vicinity/1.4.0`.
    public let program: String
    /// The radio that it listens with, in its own words; empty when it has none.
    public let adapter: String
    /// How long the program has been running.
    public let uptime: Duration
    /// How many reports wait on its disk, this one included.
    public let queued: Int
    /// How many reports it has lost since its state was made, because the disk space for them was full.
    public let dropped: Int
    /// How many advertisements of all kinds it heard in a second, on average since its last report.
    public let heardPerSecond: Double

    /// Makes a health from its parts.
    public init(
        program: String, adapter: String, uptime: Duration, queued: Int, dropped: Int, heardPerSecond: Double
    ) {
        self.program = program
        self.adapter = adapter
        self.uptime = uptime
        self.queued = queued
        self.dropped = dropped
        self.heardPerSecond = heardPerSecond
    }
}

/// The state of a gateway, as the page of gateways shows it.
public enum GatewayState: String, Hashable, Sendable, CaseIterable {
    /// It has never had a key.
    case unpaired
    /// It has a key, and has never reported.
    case unheard
    /// It reports.
    case live
    /// It reports, and its radio is off or gone.
    case deaf
    /// It has not reported for a minute.
    case silent
    /// Its key was revoked, and it has no other.
    case revoked
}

/// The state of a gateway, its last report, and the beacons that it hears.
public struct GatewayStatus: Sendable {
    /// The gateway.
    public let gateway: Gateway
    /// Its site.
    public let site: Site
    /// Its state.
    public let state: GatewayState
    /// When its valid key was issued; `nil` without one.
    public let pairedAt: Timestamp?
    /// When its last report arrived; after a restart of the server to the minute.
    public let heardAt: Timestamp?
    /// How far its clock is ahead, by its last report; `nil` until it says so.
    public let clockAhead: Duration?
    /// What it said about itself last; `nil` until it says so.
    public let health: GatewayHealth?
    /// The beacons that it heard within a minute and that are nobody's badge.
    public let unknown: UnknownBeacons.Summary
}
