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
    private var tips: [TipBreakdown]
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
        tips = catalogue.tips.map { _ in TipBreakdown() }
    }

    mutating func add(_ subject: Subject) {
        if subject.ledger.tips.values.contains(where: { $0.displayCount > 0 }) { people += 1 }
        let dismissed = Self.tipsNamed(by: subject.ledger.events["tip.dismissed"])
        let acted = Self.tipsNamed(by: subject.ledger.events["tip.acted"])
        for (place, tip) in catalogue.tips.enumerated() {
            let names = ([tip.id] + tip.definition.formerIDs).map(\.name)
            // Whoever used the feature without having seen the tip is no success of the tip.
            if let record = subject.ledger.record(of: tip.definition), record.displayCount > 0 {
                let tally = TipTally(
                    record, dismissed: names.reduce(0) { $0 + (dismissed[$1] ?? 0) },
                    acted: names.reduce(0) { $0 + (acted[$1] ?? 0) })
                tips[place].add(tally, on: record.home(among: subject.devices))
            }
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
            tips: zip(catalogue.tips, tips).map { tip, breakdown in
                breakdown.statistics(of: tip, title: titles[tip.id] ?? tip.id.description)
            },
            experiments: catalogue.tips.compactMap { tip in
                guard let experiment = tip.experiment else { return nil }
                let goal = experiment.goal.flatMap { name in catalogue.events.first { $0.name == name } }
                return (experiments[tip.id] ?? Arms()).statistics(
                    of: experiment, tip.id, goalAbout: goal?.about)
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

    func statistics(
        of experiment: TipCatalogue.Experiment, _ tip: TipID, goalAbout: String?
    ) -> TipStatistics.Experiment {
        let exposed = variants.values.reduce(plain) { $0.joined(with: $1) }
        let parts = experiment.variants.map { variants[$0.name] ?? Arm() }
        let isShown = Self.areShown(parts + [plain])
        return TipStatistics.Experiment(
            name: experiment.name, tip: tip, goal: experiment.goal, goalAbout: goalAbout,
            from: experiment.from,
            exposed: exposed.shown, holdout: holdout.shown,
            difference: exposed.shown.difference(from: holdout.shown),
            variants: experiment.variants.indices.map { place in
                TipStatistics.Variant(
                    name: experiment.variants[place].name,
                    arm: isShown[place] ? parts[place].shown : .init(people: nil, reached: nil),
                    difference: isShown[place] ? parts[place].shown.difference(from: holdout.shown) : nil)
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
    var shown: TipStatistics.Arm { TipStatistics.Arm(telling: reached, of: people) }
}
