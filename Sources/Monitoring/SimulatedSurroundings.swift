public import Beacons
public import Geodesy
public import Observations

/// What one device would sense on a walk among beacons: observations for tests, examples and demonstrations.
///
/// Time is that of the simulation, so that a day takes as long as its evaluation; the same values give the same
/// observations on every machine. Several devices are several values with sources of their own.
///
/// ```swift
/// var day = SimulatedSurroundings(seed: 7, from: morning, until: evening)
/// day.beacons = [SimulatedSurroundings.Beacon(identity, at: entrance)]
/// day.path = [.init(morning, at: home), .init(morning.advanced(by: .seconds(600)), at: entrance)]
/// try await monitor.observe(contentsOf: day)
/// ```
///
/// Strengths fall by 6 dB for each doubling of the distance, which is the model of free space; walls, bodies and the
/// fading of real rooms are not simulated.
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
    /// How often the device reports that it listened, and hears each beacon that is near enough.
    public var beat: Duration = .seconds(1)
    /// How often a position is measured; `nil` for a device that cannot.
    public var fixInterval: Duration? = .seconds(10)
    /// One sigma of the positions' error, in metres, as the fixes also claim it.
    public var positionError = 5.0
    /// One sigma of the signal strengths' error, in dB.
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
        }
    }

    /// What goes wrong on the way from the device to the monitor (LA6).
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
