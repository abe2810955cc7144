import Essentials
import TipCore

/// What came of a tip with some people, counted.
struct TipTally {
    private(set) var people = 0
    private(set) var displays: Int64 = 0
    private(set) var microseconds: Int64 = 0
    private(set) var dismissed = Occurrences()
    private(set) var acted = Occurrences()
    private var ended: [Tips.InvalidationReason: Int] = [:]

    /// How often something was done, and by how many.
    struct Occurrences {
        fileprivate(set) var times = 0
        fileprivate(set) var people = 0
    }

    /// Nobody.
    init() {}

    /// Somebody to whom the tip was shown.
    init(_ record: TipRecord, dismissed: Int, acted: Int) {
        people = 1
        displays = record.displayCount
        microseconds = record.displayMicroseconds
        if let reason = record.invalidation?.reason { ended[reason] = 1 }
        self.dismissed = Occurrences(times: dismissed, people: min(dismissed, 1))
        self.acted = Occurrences(times: acted, people: min(acted, 1))
    }

    /// For how many it ended for each reason, in their order; and last for how many it has not, who are a group as well.
    var endings: [Int] {
        let counts = Tips.InvalidationReason.allCases.map { ended[$0] ?? 0 }
        return counts + [people - counts.reduce(0, +)]
    }

    mutating func add(_ other: TipTally) {
        people += other.people
        displays = displays.addingClamped(other.displays)
        microseconds = microseconds.addingClamped(other.microseconds)
        dismissed.add(other.dismissed)
        acted.add(other.acted)
        ended.merge(other.ended, uniquingKeysWith: +)
    }
}

extension TipTally.Occurrences {
    fileprivate mutating func add(_ other: Self) {
        times += other.times
        people += other.people
    }
}

extension TipRecord {
    /// The device on which a tip was shown most often, of several the one that was seen last; `nil` when none is known.
    func home(among devices: [TipDevice]) -> TipDevice? {
        var counts: [TipReplica: Int64] = [:]
        for display in displays where display.count > 0 {
            let device = TipReplica(device: display.replica.rawValue)
            counts[device] = (counts[device] ?? 0).addingClamped(display.count)
        }
        func rank(_ device: TipDevice) -> (Int64, Int, UInt64) {
            (counts[device.id] ?? 0, Int(device.lastSeen.daysSinceEpoch), device.id.rawValue)
        }
        return devices.filter { counts[$0.id] != nil }.max { rank($0) < rank($1) }
    }
}
