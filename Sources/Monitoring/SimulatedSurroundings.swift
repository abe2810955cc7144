public import Beacons
public import Geodesy
public import Observations
public import Ranging

/// Simulates devices that walk among beacons: observations for tests, examples and demonstrations.
///
/// Time is simulated, so a day takes only as long as its evaluation. The same values give the same
/// observations on every machine. Iterate over the value for the whole simulation, or advance the time
/// yourself with ``Iterator/advance(by:)``.
///
/// ```swift
/// var day = SimulatedSurroundings(seed: 7, from: morning, until: evening)
/// day.beacons = [SimulatedSurroundings.Beacon(identity, at: entrance)]
/// day.path = [.init(morning, at: home), .init(morning.advanced(by: .seconds(600)), at: entrance)]
/// try await monitor.observe(contentsOf: day)
/// ```
///
/// A strength is the beacon's strength at one metre, minus the ``pathLoss`` over the distance, plus the
/// shadow of walls and bodies, plus independent noise for each advertisement. Shadows change while the device
/// moves: after ``shadowingDistance`` metres, a shadow's correlation has fallen to 1/e (M. Gudmundson, 1991).
/// A device's random numbers depend only on the seed and its position among the devices, so another companion
/// changes nothing for the others.
public struct SimulatedSurroundings: Sendable {
    /// The seed of all random numbers.
    public var seed: UInt64
    /// When it begins.
    public var start: ObservationTime
    /// When it ends; there is no beat after it.
    public var end: ObservationTime
    /// The name of the device's source.
    public var source = ObservationSource("simulation")
    /// The beacons that can be heard.
    public var beacons: [Beacon] = []
    /// The device's positions in the order of time; it moves in a straight line between them.
    ///
    /// Without any, the device has no position and hears nothing. A path must not cross the 180th meridian.
    public var path: [Waypoint] = []
    /// The changes of the device, in the order of time.
    public var changes: [Change] = []
    /// Other devices among the same beacons, each with its own source.
    public var companions: [Companion] = []
    /// The interval at which the device reports that it listened, and hears each beacon in range.
    public var beat: Duration = .seconds(1)
    /// The interval between position fixes; `nil` for a device without positions.
    public var fixInterval: Duration? = .seconds(10)
    /// One sigma of the position error, in metres; the fixes claim the same value.
    public var positionError = 5.0
    /// How signals fade with distance; its shadowing counts only with a ``shadowingDistance``.
    public var pathLoss = PathLoss.indoors
    /// The distance in metres over which walls and bodies keep their effect on a signal; `nil` without such
    /// effects.
    public var shadowingDistance: Double?
    /// One sigma of the noise of each advertisement's strength, in dB.
    public var signalError = 4.0
    /// The weakest signal that the device can hear, in dBm.
    public var sensitivity = -95
    /// The faults between the devices and the monitor.
    public var faults = Faults()

    /// Makes surroundings without beacons and without movement.
    public init(seed: UInt64, from start: ObservationTime, until end: ObservationTime) {
        self.seed = seed
        self.start = start
        self.end = end
    }

    /// A beacon at a place.
    public struct Beacon: Hashable, Sendable {
        /// The identity that it sends.
        public var identity: BeaconIdentity
        /// The beacon's place.
        public var place: Coordinate
        /// Its strength at one metre, in dBm.
        public var measuredPower: Int8

        /// Makes a beacon at a place.
        public init(_ identity: BeaconIdentity, at place: Coordinate, measuredPower: Int8 = -59) {
            self.identity = identity
            self.place = place
            self.measuredPower = measuredPower
        }
    }

    /// Another device: its path and its changes.
    public struct Companion: Hashable, Sendable {
        /// The name of its source.
        public var source: ObservationSource
        /// Its positions in the order of time, as in ``SimulatedSurroundings/path``.
        public var path: [Waypoint]
        /// Its changes, in the order of time.
        public var changes: [Change]

        /// Makes a device with a path.
        public init(_ source: ObservationSource, path: [Waypoint], changes: [Change] = []) {
            self.source = source
            self.path = path
            self.changes = changes
        }
    }

    /// The device's position at a time.
    public struct Waypoint: Hashable, Sendable {
        /// The time.
        public var time: ObservationTime
        /// The position.
        public var place: Coordinate

        /// Makes a waypoint.
        public init(_ time: ObservationTime, at place: Coordinate) {
            self.time = time
            self.place = place
        }
    }

    /// A change of the device.
    public struct Change: Hashable, Sendable {
        /// The time of the change.
        public var time: ObservationTime
        /// The kind of change.
        public var kind: Kind

        /// Makes a change.
        public init(_ time: ObservationTime, _ kind: Kind) {
            self.time = time
            self.kind = kind
        }

        /// The kinds of changes.
        public enum Kind: Hashable, Sendable {
            /// The radio is switched on or off, or the source goes away; the device senses only while the
            /// radio is on.
            case radio(RadioState)
            /// The person changes the permission; the device senses only while it is granted.
            case permission(Permission)
            /// The device's clock is set forward, or back for a negative duration; its observations have the
            /// clock's times.
            case clock(by: Duration)
        }
    }

    /// Faults between the devices and the monitor (LA6).
    ///
    /// For faults of a device itself, use a ``Change``; for the monitor's process, a ``SimulatedKill``.
    public struct Faults: Hashable, Sendable {
        /// The share of observations that arrive twice, 0 to 1.
        public var duplicated = 0.0
        /// The share of observations that arrive late, 0 to 1.
        public var delayed = 0.0
        /// How late the delayed observations arrive.
        public var delay: Duration = .seconds(5)

        /// Makes a value without faults.
        public init() {}
    }
}
