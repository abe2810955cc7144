import Essentials
import TipCatalogues
import TipCore
import TipRules

/// Counts over ledgers what came of tips; it remembers nobody.
struct TipCount {
    private let catalogue: TipCatalogue
    /// Since when the catalogue is in force, when it was published.
    private let since: RuleTime?
    private var people = 0
    var unreadable = 0
    private var tips: [Counts]
    private var experiments: [TipID: Arms] = [:]

    /// Somebody whose ledger is counted.
    struct Subject {
        let ledger: TipLedger
        let devices: [TipDevice]
        /// For each of the person's platforms whom they are to the catalogue.
        let audiences: [TipAudience]
    }

    init(_ catalogue: TipCatalogue, since: RuleTime? = nil) {
        self.catalogue = catalogue
        self.since = since
        tips = catalogue.tips.map { _ in Counts() }
    }

    mutating func add(_ subject: Subject) {
        people += 1
        let dismissed = Self.tipsNamed(by: subject.ledger.events["tip.dismissed"])
        let acted = Self.tipsNamed(by: subject.ledger.events["tip.acted"])
        for (place, tip) in catalogue.tips.enumerated() {
            if let record = subject.ledger.record(of: tip.definition) {
                tips[place].add(record, shownOn: subject.devices)
            }
            let names = [tip.id] + tip.definition.formerIDs
            tips[place].dismissed.add(names.reduce(0) { $0 + (dismissed[$1.name] ?? 0) })
            tips[place].acted.add(names.reduce(0) { $0 + (acted[$1.name] ?? 0) })
            addToExperiment(of: tip, subject)
        }
    }

    private mutating func addToExperiment(of tip: TipCatalogue.Tip, _ subject: Subject) {
        guard let experiment = tip.experiment, let name = subject.audiences.first?.subject,
            subject.audiences.contains(where: { tip.segment?.includes($0) ?? true })
        else { return }
        // Not from before the catalogue: whoever publishes one must not be able to ask what people have done so far.
        let start = [experiment.from, since].compactMap(\.self).max()
        guard start.map({ subject.wasSeen(since: $0) }) ?? true else { return }
        let hasReached = experiment.goal.map { subject.donated(to: $0, since: start) } ?? false
        experiments[tip.id, default: Arms()].add(experiment.arm(for: name), hasReached: hasReached)
    }

    /// How often each tip is named by the payloads of an event.
    private static func tipsNamed(by record: EventRecord?) -> [RuleText: Int] {
        guard let record else { return [:] }
        return (0..<record.count).reduce(into: [:]) { counts, place in
            if case .text(let tip) = record[place].payload["tip"] { counts[tip, default: 0] += 1 }
        }
    }

    /// What was counted, without what would tell of few.
    func statistics(titles: [TipID: String]) -> TipStatistics {
        TipStatistics(
            people: TipStatistics.shown(people), unreadable: unreadable,
            tips: zip(catalogue.tips, tips).map { tip, counts in
                counts.statistics(of: tip, title: titles[tip.id] ?? tip.id.description)
            },
            experiments: catalogue.tips.compactMap { tip in
                tip.experiment.map { (experiments[tip.id] ?? Arms()).statistics(of: $0, tip.id) }
            })
    }
}

extension TipCount.Subject {
    fileprivate func wasSeen(since time: RuleTime) -> Bool {
        devices.contains { Int64($0.lastSeen.daysSinceEpoch + 1) * 86_400_000_000 > time.microseconds }
    }

    fileprivate func donated(to event: RuleText, since time: RuleTime?) -> Bool {
        guard let record = ledger.events[event], record.count > 0 else { return false }
        // The last one is the newest.
        return time.map { record[record.count - 1].time >= $0 } ?? true
    }
}

/// How often something was done, and by how many.
private struct Occurrences {
    var times = 0
    var people = 0

    mutating func add(_ count: Int) {
        times += count
        people += count > 0 ? 1 : 0
    }

    var shown: Int? { TipStatistics.shown(times, about: people) }
}

/// What is counted of one tip.
private struct Counts {
    var people = 0
    var displays: Int64 = 0
    var microseconds: Int64 = 0
    var dismissed = Occurrences()
    var acted = Occurrences()
    var ended: [Tips.InvalidationReason: Int] = [:]
    var platforms: [String: Int] = [:]
    var languages: [String: Int] = [:]

    mutating func add(_ record: TipRecord, shownOn devices: [TipDevice]) {
        // Whoever used the feature without having seen the tip is no success of the tip.
        guard record.displayCount > 0 else { return }
        if let reason = record.invalidation?.reason { ended[reason, default: 0] += 1 }
        people += 1
        displays = displays.addingClamped(record.displayCount)
        microseconds = microseconds.addingClamped(record.displayMicroseconds)
        let shown = Set(
            record.displays.filter { $0.count > 0 }.map { TipReplica(device: $0.replica.rawValue) })
        let known = devices.filter { shown.contains($0.id) }
        let other: Set<String> = known.count < shown.count ? ["other"] : []
        for name in Set(known.map(\.platform.rawValue)).union(other) { platforms[name, default: 0] += 1 }
        for name in Set(known.map(\.language.description)).union(other) { languages[name, default: 0] += 1 }
    }

    func statistics(of tip: TipCatalogue.Tip, title: String) -> TipStatistics.Tip {
        let reasons = Tips.InvalidationReason.allCases
        let endings = reasons.map { ended[$0] ?? 0 }
        // Those for whom it has not ended are a group as well.
        let rest = max(people - endings.reduce(0, +), 0)
        let shownEndings = TipStatistics.shown(endings + [rest]).dropLast()
        return TipStatistics.Tip(
            id: tip.id, title: title, isOn: tip.isOn, people: TipStatistics.shown(people),
            displays: TipStatistics.shown(displays, about: people),
            seconds: TipStatistics.shown(microseconds / 1_000_000, about: people), dismissed: dismissed.shown,
            acted: acted.shown, ended: Dictionary(uniqueKeysWithValues: zip(reasons, shownEndings)),
            platforms: Self.groups(platforms), languages: Self.groups(languages))
    }

    private static func groups(_ counts: [String: Int]) -> [TipStatistics.Group] {
        let names = counts.keys.sorted()
        return zip(names, TipStatistics.shown(names.map { counts[$0] ?? 0 })).map { name, people in
            TipStatistics.Group(name: name, people: people)
        }
    }
}

/// What is counted of one experiment.
private struct Arms {
    private var plain = Arm()
    private var holdout = Arm()
    private var variants: [String: Arm] = [:]

    mutating func add(_ arm: TipCatalogue.Experiment.Arm, hasReached: Bool) {
        switch arm {
        case .plain: plain.add(hasReached)
        case .holdout: holdout.add(hasReached)
        case .variant(let name): variants[name, default: Arm()].add(hasReached)
        }
    }

    func statistics(of experiment: TipCatalogue.Experiment, _ tip: TipID) -> TipStatistics.Experiment {
        let exposed = variants.values.reduce(plain) { $0.joined(with: $1) }
        let parts = experiment.variants.map { variants[$0.name] ?? Arm() }
        let isShown = Self.areShown(parts + [plain])
        return TipStatistics.Experiment(
            name: experiment.name, tip: tip, goal: experiment.goal, from: experiment.from,
            exposed: exposed.shown, holdout: holdout.shown, difference: exposed.difference(from: holdout),
            variants: experiment.variants.indices.map { place in
                TipStatistics.Variant(
                    name: experiment.variants[place].name,
                    arm: isShown[place] ? parts[place].shown : .init(people: nil, reached: nil),
                    difference: isShown[place] ? parts[place].difference(from: holdout) : nil)
            })
    }

    /// Whether each part of the exposed may be told, so that none that may not is the rest: of people, of those who reached
    /// the goal, and of those who did not.
    private static func areShown(_ parts: [Arm]) -> [Bool] {
        let wholes = [parts.map(\.people), parts.map(\.reached), parts.map { $0.people - $0.reached }]
        let hidden = wholes.map { whole in TipStatistics.shown(whole).map { $0 == nil } }
        let isShown = parts.indices.map { place in !hidden.contains { $0[place] } }
        // What is hidden for one whole is hidden for all; what is left over of each must then still be many, or nobody.
        let isTold = wholes.contains { whole in
            let left = parts.indices.filter { !isShown[$0] }.reduce(0) { $0 + whole[$1] }
            return (1..<TipStatistics.hiddenBelow).contains(left)
        }
        return isTold ? parts.map { _ in false } : isShown
    }
}

private struct Arm {
    var people = 0
    var reached = 0

    mutating func add(_ hasReached: Bool) {
        people += 1
        reached += hasReached ? 1 : 0
    }

    func joined(with other: Arm) -> Arm {
        Arm(people: people + other.people, reached: reached + other.reached)
    }

    /// Those who have reached the goal and those who have not are groups as well.
    ///
    /// What is told is cut down to whole fives, so that one person more or less, as between two experiments that differ by
    /// one, makes no difference.
    var shown: TipStatistics.Arm {
        let isHidden = TipStatistics.shown([reached, people - reached]).contains(nil)
        return TipStatistics.Arm(
            people: TipStatistics.shown(people).map(Self.cutDown),
            reached: isHidden ? nil : Self.cutDown(reached))
    }

    private static func cutDown(_ number: Int) -> Int { number - number % TipStatistics.hiddenBelow }

    func difference(from other: Arm) -> TipStatistics.Difference? {
        guard let people = shown.people, let reached = shown.reached, let otherPeople = other.shown.people,
            let otherReached = other.shown.reached, let own = Proportion(reached, of: people),
            let others = Proportion(otherReached, of: otherPeople)
        else { return nil }
        let (estimate, interval) = own.difference(from: others)
        return TipStatistics.Difference(
            estimate: estimate, low: interval.lowerBound, high: interval.upperBound)
    }
}
