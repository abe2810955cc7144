import Essentials
import TipCatalogues
import TipCore

/// What is counted of one tip: of everybody, and again by platform and by language.
///
/// Everybody belongs to one platform and to one language, so that groups sum up to the whole and the rules about small ones
/// hold. Beyond the whole, the two tables have nothing in common, so that neither tells what the other leaves open.
struct TipBreakdown {
    private var whole = TipTally()
    private var platforms: [String: TipTally] = [:]
    private var languages: [String: TipTally] = [:]

    /// Adds somebody, on the device that stands for them.
    mutating func add(_ tally: TipTally, on device: TipDevice?) {
        whole.add(tally)
        platforms[device?.platform.rawValue ?? "other", default: TipTally()].add(tally)
        languages[device?.language.description ?? "other", default: TipTally()].add(tally)
    }

    /// What was counted, without what would tell of few.
    func statistics(of tip: TipCatalogue.Tip, title: String) -> TipStatistics.Tip {
        TipStatistics.Tip(
            id: tip.id, title: title, isOn: tip.isOn,
            all: TipStatistics.Outcome(
                whole,
                dismissed: TipStatistics.shown(whole.dismissed.times, about: whole.dismissed.people),
                acted: TipStatistics.shown(whole.acted.times, about: whole.acted.people),
                hidden: SmallGroups.hidden(in: whole.endings)),
            platforms: groups(platforms), languages: groups(languages))
    }

    private func groups(_ tallies: [String: TipTally]) -> [TipStatistics.Group] {
        let rows = rows(of: tallies)
        let endings = SmallGroups.hidden(
            in: rows.map(\.tally.endings), under: SmallGroups.hidden(in: whole.endings))
        let dismissed = told(rows.map(\.tally.dismissed), of: whole.dismissed)
        let acted = told(rows.map(\.tally.acted), of: whole.acted)
        return rows.indices.map { row in
            TipStatistics.Group(
                name: rows[row].name,
                outcome: TipStatistics.Outcome(
                    rows[row].tally, dismissed: dismissed[row], acted: acted[row], hidden: endings[row]))
        }
    }

    /// The groups that may be told, the small ones joined to one; none when that would be all there is.
    private func rows(of tallies: [String: TipTally]) -> [(name: String?, tally: TipTally)] {
        let groups = tallies.sorted { $0.key < $1.key }
        let (alone, together) = SmallGroups.joined(groups.map(\.value.people))
        let rows = alone.map { (name: Optional(groups[$0].key), tally: groups[$0].value) }
        if together.isEmpty { return rows }
        if rows.isEmpty { return [] }
        return rows + [(nil, together.reduce(into: TipTally()) { $0.add(groups[$1].value) })]
    }

    /// How often something was done in each group; what is hidden of the whole is hidden of each.
    private func told(_ groups: [TipTally.Occurrences], of whole: TipTally.Occurrences) -> [Int?] {
        guard TipStatistics.shown(whole.people) != nil else { return groups.map { _ in nil } }
        return zip(groups, SmallGroups.hidden(in: groups.map(\.people))).map { $1 ? nil : $0.times }
    }
}

extension TipStatistics.Outcome {
    /// What was counted, without the endings that are hidden; of few people nothing is told.
    fileprivate init(_ tally: TipTally, dismissed: Int?, acted: Int?, hidden: [Bool]) {
        let endings = zip(tally.endings, hidden).map { $1 ? nil : $0 }
        self.init(
            people: TipStatistics.shown(tally.people),
            displays: TipStatistics.shown(tally.displays, about: tally.people),
            seconds: TipStatistics.shown(tally.microseconds / 1_000_000, about: tally.people),
            dismissed: dismissed, acted: acted,
            ended: Dictionary(uniqueKeysWithValues: zip(Tips.InvalidationReason.allCases, endings)))
    }
}
