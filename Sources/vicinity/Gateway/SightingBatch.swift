import Beacons
import Essentials
import JSON

/// Collects what a gateway hears in a second, as one sighting for each identity.
///
/// The server smooths the strengths of single advertisements: each counts for three tenths of the smoothed strength. The
/// batch does the same sum for its second, so that the server, which gets the count and this mean, comes to the strength
/// that it would have after the single advertisements. Only the times differ: a person is there up to a second later.
struct SightingBatch: Sendable {
    /// What the server gives for the share of an advertisement in the smoothed strength.
    static let share = 0.3
    /// How many identities are collected in a second at most; the others are only counted.
    static let identitiesAtMost = 5_000

    fileprivate struct Sum {
        var count = 0
        /// The smoothed strength that began at 0 dBm, and how much of that beginning is left in it.
        var strength = 0.0
        var rest = 1.0
        var measuredPower: Int8
        var time: Int64
    }

    private var sums: [HeardIdentity: Sum] = [:]
    /// How many advertisements of all kinds were heard.
    private(set) var heard = 0

    /// Whether a report would have sightings.
    var isEmpty: Bool { sums.isEmpty }

    /// Counts an advertisement that is not passed on.
    mutating func countOther() { heard += 1 }

    /// Adds an advertisement.
    mutating func add(_ advertisement: HeardAdvertisement) {
        heard += 1
        guard sums[advertisement.identity] != nil || sums.count < Self.identitiesAtMost else { return }
        sums[
            advertisement.identity,
            default: Sum(measuredPower: advertisement.measuredPower, time: advertisement.time)
        ].add(advertisement)
    }

    /// Takes the sightings and begins again.
    ///
    /// - Returns: The sightings by time, so that reports of a flood follow one another.
    mutating func cut() -> [Sighting] {
        defer {
            sums.removeAll(keepingCapacity: true)
            heard = 0
        }
        return sums.map { Sighting(identity: $0.key, sum: $0.value) }.sorted { $0.time < $1.time }
    }

    /// One identity of a second.
    struct Sighting: Sendable {
        let identity: HeardIdentity
        let count: Int
        let rssi: Int8?
        let measuredPower: Int8
        let time: Int64

        fileprivate init(identity: HeardIdentity, sum: Sum) {
            self.identity = identity
            count = sum.count
            rssi = sum.rest < 1 ? Int8((sum.strength / (1 - sum.rest)).rounded()) : nil
            measuredPower = sum.measuredPower
            time = sum.time
        }
    }
}

extension SightingBatch.Sum {
    fileprivate mutating func add(_ advertisement: HeardAdvertisement) {
        count += 1
        time = max(time, advertisement.time)
        measuredPower = advertisement.measuredPower
        guard let rssi = advertisement.rssi else { return }
        strength += SightingBatch.share * (Double(rssi) - strength)
        rest *= 1 - SightingBatch.share
    }
}
