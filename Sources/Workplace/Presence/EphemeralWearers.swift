import Beacons
import Essentials

/// Finds the wearer of an EID badge.
///
/// It knows which identifiers each badge may send about now, and computes the next ones as time passes. A stranger's
/// identifier therefore costs one look, and no cipher.
struct EphemeralWearers: Sendable {
    /// What one badge may send about now.
    private struct Badge {
        let sender: Sender
        var window: ClosedRange<UInt32>?
        /// The identifier of each period of the window.
        var identifiers: [UInt64] = []
    }

    /// A badge, and who wears it.
    struct Sender: Hashable, Sendable {
        let key: EphemeralBeaconKey
        /// When its counter was 0.
        let zero: Timestamp
        let person: PersonID
    }

    /// How often a badge's clock may be wrong by, in seconds: a good crystal loses ten minutes in a year.
    fileprivate static let clockTolerance: UInt32 = 7_200
    private static let updateInterval: Duration = .seconds(1)

    private let most: Int
    private let ciphers: BeaconCiphers
    private var badges: [Badge] = []
    private var persons: [UInt64: PersonID] = [:]
    private var updatedAt: Timestamp?

    /// Makes an index of no badge.
    ///
    /// - Parameters:
    ///   - most: How many identifiers all badges have together. With many badges that change each few seconds, the
    ///     clocks of all may be wrong by less.
    ///   - ciphers: The ciphers.
    init(most: Int = 524_288, ciphers: BeaconCiphers = .openSSL) {
        self.most = most
        self.ciphers = ciphers
    }

    /// Whether there is no badge.
    var isEmpty: Bool { badges.isEmpty }

    /// How many identifiers it knows.
    var count: Int { persons.count }

    /// Finds the wearer of the badge that sends an identifier now; `nil` for a stranger's.
    func wearer(of identifier: UInt64) -> PersonID? { persons[identifier] }

    /// Replaces the badges; the next update computes what new ones send.
    mutating func replace(with senders: [Sender]) {
        let wanted = Set(senders)
        for badge in badges where !wanted.contains(badge.sender) {
            for identifier in badge.identifiers { persons[identifier] = nil }
        }
        badges.removeAll { !wanted.contains($0.sender) }
        let known = Set(badges.map(\.sender))
        badges += wanted.subtracting(known).map { Badge(sender: $0) }
        updatedAt = nil
    }

    /// Computes what the badges may send at a time.
    ///
    /// - Complexity: O(*n*) in the number of badges once in a second; O(1) within it. Two blocks of AES for each new
    ///   identifier.
    mutating func update(at time: Timestamp) {
        if let updatedAt, updatedAt <= time, updatedAt.duration(to: time) < Self.updateInterval { return }
        updatedAt = time
        let reach = UInt32(clamping: max(0, (most / max(1, badges.count) - 1) / 2))
        for place in badges.indices {
            let window = badges[place].sender.window(at: time, reach: reach)
            if window != badges[place].window { move(place, to: window) }
        }
    }

    private mutating func move(_ place: Int, to window: ClosedRange<UInt32>) {
        let (sender, old) = (badges[place].sender, badges[place])
        let kept = old.window.flatMap { $0.overlaps(window) ? $0.clamped(to: window) : nil }
        var identifiers: [UInt64] = []
        identifiers.reserveCapacity(window.count)
        for period in window {
            if let known = old.window, kept?.contains(period) == true {
                identifiers.append(old.identifiers[Int(period - known.lowerBound)])
            } else {
                let identifier = sender.key.identifier(
                    at: period << UInt32(sender.key.rotationExponent), using: ciphers)
                identifiers.append(identifier)
                persons[identifier] = sender.person
            }
        }
        if let known = old.window {
            for (period, identifier) in zip(known, old.identifiers) where !window.contains(period) {
                persons[identifier] = nil
            }
        }
        badges[place].window = window
        badges[place].identifiers = identifiers
    }
}

extension EphemeralWearers.Sender {
    /// The numbers of the periods whose identifiers the badge may send at a time.
    fileprivate func window(at time: Timestamp, reach: UInt32) -> ClosedRange<UInt32> {
        let exponent = UInt32(key.rotationExponent)
        let counter = UInt32(clamping: zero.duration(to: time).components.seconds)
        let present = counter >> exponent
        let tolerance = EphemeralWearers.clockTolerance
        let reach = min(reach, (tolerance + (1 << exponent) - 1) >> exponent)
        return (present - min(present, reach))...(present + min(reach, (UInt32.max >> exponent) - present))
    }
}
