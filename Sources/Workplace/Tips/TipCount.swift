import TipCatalogues
import TipCore
import TipRules

/// Counts over many ledgers how people used the tips of a catalogue.
struct TipCount {
    private let catalogue: TipCatalogue
    private var people = 0
    var unreadable = 0
    private var tallies: [TipTally]

    init(_ catalogue: TipCatalogue) {
        self.catalogue = catalogue
        tallies = catalogue.tips.map { _ in TipTally() }
    }

    /// Adds a person.
    ///
    /// - Parameters:
    ///   - ledger: The person's ledger.
    ///   - devices: The person's known devices.
    mutating func add(_ ledger: TipLedger, on devices: [TipDevice]) {
        if ledger.tips.values.contains(where: { $0.displayCount > 0 }) { people += 1 }
        let dismissed = Self.tipsNamed(by: ledger.events["tip.dismissed"])
        let acted = Self.tipsNamed(by: ledger.events["tip.acted"])
        for (place, tip) in catalogue.tips.enumerated() {
            // People who used the feature without seeing the tip do not count.
            guard let record = ledger.record(of: tip.definition), record.displayCount > 0 else { continue }
            let names = ([tip.id] + tip.definition.formerIDs).map(\.name)
            tallies[place].add(
                record, dismissed: names.reduce(0) { $0 + (dismissed[$1] ?? 0) },
                acted: names.reduce(0) { $0 + (acted[$1] ?? 0) }, on: record.home(among: devices))
        }
    }

    /// How often the payloads of an event name each tip.
    private static func tipsNamed(by record: EventRecord?) -> [RuleText: Int] {
        guard let record else { return [:] }
        return (0..<record.count).reduce(into: [:]) { counts, place in
            if case .text(let tip) = record[place].payload["tip"] { counts[tip, default: 0] += 1 }
        }
    }

    /// The counts, without those that reveal a small group.
    func statistics(titles: [TipID: String]) -> TipStatistics {
        TipStatistics(
            people: SmallGroups.shown(people), unreadable: unreadable,
            tips: zip(catalogue.tips, tallies).map { tip, tally in
                tally.statistics(of: tip, title: titles[tip.id] ?? tip.id.description)
            })
    }
}
