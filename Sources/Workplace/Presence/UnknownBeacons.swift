public import Essentials

/// The beacons that one gateway heard within a minute, are nobody's badge, and mark no spot.
///
/// It is in memory only, has a bound, and forgets each beacon a minute after it was last heard. Identities that change,
/// such as the addresses of phones, are counted and never kept.
public struct UnknownBeacons: Hashable, Sendable {
    /// How long a beacon is remembered.
    public static let memory: Duration = .seconds(60)
    private static let most = 1_000
    private static let sampleCount = 12

    /// An unknown beacon.
    public struct Entry: Hashable, Sendable {
        /// Its identity.
        public let identity: SightedIdentity
        /// How often it was heard since it appeared.
        public fileprivate(set) var count: Int
        /// Its last signal strength in dBm; `nil` when it is unknown.
        public fileprivate(set) var rssi: Int8?
        /// When the last report with it arrived.
        public fileprivate(set) var heardAt: Timestamp
    }

    /// What a page shows.
    public struct Summary: Hashable, Sendable {
        /// How many different beacons were heard; at most 1,000.
        public let count: Int
        /// The strongest of them, at most twelve.
        public let sample: [Entry]
    }

    private var entries: [SightedIdentity: Entry] = [:]

    /// Notes a beacon, unless too many others are remembered.
    mutating func note(_ identity: SightedIdentity, count: Int, rssi: Int8?, at time: Timestamp) {
        guard identity.isLasting else { return }
        if entries[identity] == nil {
            guard entries.count < Self.most else { return }
            entries[identity] = Entry(identity: identity, count: 0, rssi: nil, heardAt: time)
        }
        entries[identity]?.count += count
        entries[identity]?.rssi = rssi
        entries[identity]?.heardAt = time
    }

    /// Forgets the beacons that have not been heard for a minute.
    ///
    /// - Complexity: O(*n*) in the number of remembered beacons.
    mutating func forget(at time: Timestamp) {
        entries = entries.filter { $0.value.heardAt.duration(to: time) <= Self.memory }
    }

    /// The number of beacons and the strongest of them.
    func summary(at time: Timestamp) -> Summary {
        let present = entries.values.filter { $0.heardAt.duration(to: time) <= Self.memory }
        let strongest = present.sorted { ($0.rssi ?? .min, $0.count) > ($1.rssi ?? .min, $1.count) }
        return Summary(count: present.count, sample: Array(strongest.prefix(Self.sampleCount)))
    }
}
