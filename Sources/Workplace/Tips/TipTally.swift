import Essentials
import TipCatalogues
import TipCore

/// Counts the people who were shown one tip, and their reactions.
///
/// Each person counts on one platform and in one language, so that the groups add up to the total.
struct TipTally {
    private var whole = Displays()
    private var platforms: [String: Displays] = [:]
    private var languages: [String: Displays] = [:]
    private var dismissed = Occurrences()
    private var acted = Occurrences()
    private var ended: [Tips.InvalidationReason: Int] = [:]

    /// How often and how long people were shown the tip.
    private struct Displays {
        var people = 0
        var count: Int64 = 0
        var microseconds: Int64 = 0

        static func += (sum: inout Displays, other: Displays) {
            sum.people += other.people
            sum.count = sum.count.addingClamped(other.count)
            sum.microseconds = sum.microseconds.addingClamped(other.microseconds)
        }
    }

    /// How often people did something, and how many people did it.
    private struct Occurrences {
        var times = 0
        var people = 0

        mutating func add(_ times: Int) {
            self.times += times
            people += min(times, 1)
        }

        var shown: Int? { SmallGroups.shown(times, about: people) }
    }

    /// Adds a person who was shown the tip.
    ///
    /// - Parameters:
    ///   - record: The record of the tip in the person's ledger.
    ///   - dismissed: How often the person dismissed it.
    ///   - acted: How often the person chose one of its actions.
    ///   - device: The device that showed it most often; `nil` when no known device did.
    mutating func add(_ record: TipRecord, dismissed: Int, acted: Int, on device: TipDevice?) {
        let displays = Displays(
            people: 1, count: record.displayCount, microseconds: record.displayMicroseconds)
        whole += displays
        platforms[device?.platform.rawValue ?? "other", default: Displays()] += displays
        languages[device?.language.description ?? "other", default: Displays()] += displays
        self.dismissed.add(dismissed)
        self.acted.add(acted)
        if let reason = record.invalidation?.reason { ended[reason, default: 0] += 1 }
    }

    /// The counts of a tip, without those that reveal a small group.
    func statistics(of tip: TipCatalogue.Tip, title: String) -> TipStatistics.Tip {
        TipStatistics.Tip(
            id: tip.id, title: title, isOn: tip.isOn,
            people: SmallGroups.shown(whole.people),
            displays: SmallGroups.shown(whole.count, about: whole.people),
            seconds: SmallGroups.shown(whole.microseconds / 1_000_000, about: whole.people),
            dismissed: dismissed.shown, acted: acted.shown, ended: shownEndings,
            platforms: groups(platforms), languages: groups(languages))
    }

    private var shownEndings: [Tips.InvalidationReason: Int?] {
        let counts = Tips.InvalidationReason.allCases.map { ended[$0] ?? 0 }
        // The people for whom the tip has not ended are a group too.
        let shown = SmallGroups.shown(counts + [whole.people - counts.reduce(0, +)])
        return Dictionary(uniqueKeysWithValues: zip(Tips.InvalidationReason.allCases, shown))
    }

    /// The groups that are shown, and the hidden ones joined into one without a name.
    private func groups(_ parts: [String: Displays]) -> [TipStatistics.Group] {
        let parts = parts.sorted { $0.key < $1.key }
        let shown = SmallGroups.shown(parts.map(\.value.people))
        var named: [TipStatistics.Group] = []
        var joined = Displays()
        for ((name, displays), size) in zip(parts, shown) {
            if size == nil { joined += displays } else { named.append(Self.group(name, displays)) }
        }
        if named.isEmpty || joined.people == 0 { return named }
        return named + [Self.group(nil, joined)]
    }

    private static func group(_ name: String?, _ displays: Displays) -> TipStatistics.Group {
        TipStatistics.Group(
            name: name, people: displays.people, displays: displays.count,
            seconds: displays.microseconds / 1_000_000)
    }
}

extension TipRecord {
    /// The device that showed the tip most often; on a tie, the device seen last; `nil` when no device is
    /// known.
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
