public import Beacons
public import Geodesy
public import Observations
public import Ranging

/// What devices would sense on walks among beacons: observations for tests, examples and demonstrations.
///
/// Time is that of the simulation, so that a day takes as long as its evaluation; the same values give the same
/// observations on every machine. Iterate over it for all of it, or move its time by hand with
/// ``Iterator/advance(by:)``.
///
/// ```swift
/// var day = SimulatedSurroundings(seed: 7, from: morning, until: evening)
/// day.beacons = [SimulatedSurroundings.Beacon(identity, at: entrance)]
/// day.path = [.init(morning, at: home), .init(morning.advanced(by: .seconds(600)), at: entrance)]
/// try await monitor.observe(contentsOf: day)
/// ```
///
/// A strength is the beacon's at one metre, less what ``pathLoss`` takes over the distance, plus the shadow that walls
/// and bodies cast, plus noise of its own for each advertisement. Shadows change as the device moves: after
/// ``shadowingDistance`` metres a shadow has 1/e of its correlation left (M. Gudmundson, 1991). All chance of a device
/// comes from the seed and its place among the devices, so that a further companion changes nothing for the others.
public struct SimulatedSurroundings: Sendable {
    /// Decides all chance.
    public var seed: UInt64
    /// When it begins.
    public var start: ObservationTime
    /// When it ends; the last beat is not later.
    public var end: ObservationTime
    /// Under which name the device senses.
    public var source = ObservationSource("simulation")
    /// The beacons that can be heard.
    public var beacons: [Beacon] = []
    /// Where the device is when, in the order of time; it moves straight on between, and without any place it has no
    /// position and hears nothing.
    ///
    /// A path must not lead across the 180th meridian.
    public var path: [Waypoint] = []
    /// What happens to the device, in the order of time.
    public var changes: [Change] = []
    /// Further devices among the same beacons, each with a source of its own.
    public var companions: [Companion] = []
    /// How often the device reports that it listened, and hears each beacon that is near enough.
    public var beat: Duration = .seconds(1)
    /// How often a position is measured; `nil` for a device that cannot.
    public var fixInterval: Duration? = .seconds(10)
    /// One sigma of the positions' error, in metres, as the fixes also claim it.
    public var positionError = 5.0
    /// How signals fade with distance; its shadowing counts only with a ``shadowingDistance``.
    public var pathLoss = PathLoss.indoors
    /// Over how many metres walls and bodies keep their effect on a signal; `nil` for a place without any.
    public var shadowingDistance: Double?
    /// One sigma of the noise of each advertisement's strength, in dB.
    public var signalError = 4.0
    /// The weakest signal that the device can hear, in dBm.
    public var sensitivity = -95
    /// What goes wrong on the way to the monitor.
    public var faults = Faults()

    /// Makes surroundings without beacons, in which nothing moves.
    public init(seed: UInt64, from start: ObservationTime, until end: ObservationTime) {
        self.seed = seed
        self.start = start
        self.end = end
    }

    /// A beacon at a place.
    public struct Beacon: Hashable, Sendable {
        /// What it says about itself.
        public var identity: BeaconIdentity
        /// Where it is.
        public var place: Coordinate
        /// Its strength at one metre, in dBm.
        public var measuredPower: Int8

        /// Puts a beacon at a place.
        public init(_ identity: BeaconIdentity, at place: Coordinate, measuredPower: Int8 = -59) {
            self.identity = identity
            self.place = place
            self.measuredPower = measuredPower
        }
    }

    /// A further device: where it goes, and what happens to it.
    public struct Companion: Hashable, Sendable {
        /// Under which name it senses.
        public var source: ObservationSource
        /// Where it is when, as ``SimulatedSurroundings/path``.
        public var path: [Waypoint]
        /// What happens to it, in the order of time.
        public var changes: [Change]

        /// Sends a device on its way.
        public init(_ source: ObservationSource, path: [Waypoint], changes: [Change] = []) {
            self.source = source
            self.path = path
            self.changes = changes
        }
    }

    /// Where the device is at a moment.
    public struct Waypoint: Hashable, Sendable {
        /// When.
        public var time: ObservationTime
        /// Where.
        public var place: Coordinate

        /// Says where the device is when.
        public init(_ time: ObservationTime, at place: Coordinate) {
            self.time = time
            self.place = place
        }
    }

    /// Something that happens to the device.
    public struct Change: Hashable, Sendable {
        /// When.
        public var time: ObservationTime
        /// What.
        public var kind: Kind

        /// Says what happens when.
        public init(_ time: ObservationTime, _ kind: Kind) {
            self.time = time
            self.kind = kind
        }

        /// What can happen.
        public enum Kind: Hashable, Sendable {
            /// The radio is switched on or off, or the source goes away; only while it is on is anything sensed.
            case radio(RadioState)
            /// The person changes what is allowed; only while it is granted is anything sensed.
            case permission(Permission)
            /// The device's clock is set forward, or back for a negative duration; what it senses has its clock's times.
            case clock(by: Duration)
        }
    }

    /// What goes wrong on the way from the devices to the monitor (LA6).
    ///
    /// What goes wrong with a device itself is a ``Change``; with the monitor's process, a ``SimulatedKill``.
    public struct Faults: Hashable, Sendable {
        /// The share of observations that arrive twice, 0 to 1.
        public var duplicated = 0.0
        /// The share of observations that arrive late, 0 to 1.
        public var delayed = 0.0
        /// How late those arrive.
        public var delay: Duration = .seconds(5)

        /// Nothing goes wrong.
        public init() {}
    }
}
