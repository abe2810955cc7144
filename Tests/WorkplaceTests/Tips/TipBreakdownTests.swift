import Essentials
import TestSupport
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

/// What came of a tip by platform and by language.
struct TipBreakdownTests {
    private typealias Reason = Tips.InvalidationReason

    private static let day = Zone.utc.date(at: Fixture.noon)

    private static func device(
        _ number: UInt64, _ platform: TipDevice.Platform, _ language: String, lastSeen: CalendarDate = day
    ) throws -> TipDevice {
        TipDevice(
            id: TipReplica(device: number << 8), platform: platform,
            language: try #require(LanguageTag(language)), lastSeen: lastSeen)
    }

    /// What is kept of somebody who was shown the tip on devices, so often on each.
    private static func record(_ counts: [(TipDevice, Int64)], ended: Reason? = nil) -> TipRecord {
        let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)
        return TipRecord(
            epoch: 0,
            invalidation: ended.map { .init(time: noon, replica: TipReplica(device: 256), reason: $0) },
            firstAppearance: .init(time: noon, isExempt: false),
            displays: counts.map { .init(replica: $0.id, count: $1, microseconds: 2_000_000 * $1) })
    }

    private static func statistics(_ breakdown: TipBreakdown) -> TipStatistics.Tip {
        breakdown.statistics(of: TipCatalogue.Tip(TipDefinition(id: "tip"), title: TipTexts()), title: "Tip")
    }

    // MARK: - Where somebody counts

    @Test func `somebody counts on the device on which they were shown the tip most often`() throws {
        let (web, terminal) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "ja"))
        let devices = [web, terminal]
        #expect(Self.record([(web, 2), (terminal, 3)]).home(among: devices) == terminal)
        #expect(Self.record([(web, 3), (terminal, 2)]).home(among: devices) == web)
        #expect(Self.record([(terminal, 1)]).home(among: devices) == terminal)
    }

    @Test func `where it was shown as often, the device that was seen last counts`() throws {
        let yesterday = CalendarDate(daysSinceEpoch: Self.day.daysSinceEpoch - 1)
        let web = try Self.device(2, .web, "en", lastSeen: yesterday)
        let terminal = try Self.device(1, .terminal, "ja")
        #expect(Self.record([(web, 2), (terminal, 2)]).home(among: [web, terminal]) == terminal)
    }

    @Test func `a device that is no longer known stands for nobody who has another`() throws {
        let (known, gone) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "ja"))
        #expect(Self.record([(known, 1), (gone, 9)]).home(among: [known]) == known)
        #expect(Self.record([(gone, 9)]).home(among: [known]) == nil)
        var breakdown = TipBreakdown()
        for _ in 0..<5 { breakdown.add(TipTally(Self.record([(gone, 9)]), dismissed: 0, acted: 0), on: nil) }
        #expect(Self.statistics(breakdown).platforms.map(\.name) == ["other"])
        #expect(Self.statistics(breakdown).languages.map(\.name) == ["other"])
    }

    // MARK: - What is told

    @Test func `each platform and each language has the numbers of the whole`() throws {
        let web = try Self.device(1, .web, "en")
        let terminal = try Self.device(2, .terminal, "de")
        var breakdown = TipBreakdown()
        for number in 0..<30 {
            let device = number < 20 ? web : terminal
            let reason: Reason = number % 2 == 0 ? .tipClosed : .actionPerformed
            breakdown.add(
                TipTally(Self.record([(device, 3)], ended: reason), dismissed: 2, acted: number % 2),
                on: device)
        }
        let tip = Self.statistics(breakdown)
        let ended: [Reason: Int?] = [
            .tipClosed: 10, .actionPerformed: 10, .displayCountExceeded: 0, .displayDurationExceeded: 0,
        ]
        let expected = TipStatistics.Outcome(
            people: 20, displays: 60, seconds: 120, dismissed: 40, acted: 10, ended: ended)
        #expect(tip.platforms.map(\.name) == ["terminal", "web"])
        #expect(tip.platforms[1].outcome == expected)
        #expect(tip.languages.map(\.name) == ["de", "en"])
        #expect(tip.languages[1].outcome == expected)
        #expect(tip.languages[0].outcome.dismissed == 20)
        #expect(tip.languages[0].outcome.acted == 5)
        #expect(tip.languages[0].outcome.ended[.tipClosed] == .some(5))
    }

    @Test func `small groups are told together and without their names, or not at all`() throws {
        let sizes = [("en", 20), ("de", 8), ("ja", 3), ("ar", 2)]
        func languages(_ sizes: [(String, Int)]) throws -> [TipStatistics.Group] {
            var breakdown = TipBreakdown()
            for (language, size) in sizes {
                let device = try Self.device(1, .web, language)
                for _ in 0..<size {
                    breakdown.add(TipTally(Self.record([(device, 1)]), dismissed: 0, acted: 0), on: device)
                }
            }
            return Self.statistics(breakdown).languages
        }
        let groups = try languages(sizes)
        #expect(groups.map(\.name) == ["de", "en", nil])
        #expect(groups.map(\.outcome.people) == [8, 20, 5])
        // Three by themselves would be the rest of the others.
        #expect(try languages([("en", 20), ("de", 8), ("ja", 3)]).map(\.outcome.people) == [20, 11])
        #expect(try languages([("en", 20), ("ja", 3)]).isEmpty)
        #expect(try languages([("en", 3)]).isEmpty)
    }

    @Test func `what the whole hides, no group tells`() throws {
        let (web, terminal) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "en"))
        var breakdown = TipBreakdown()
        for number in 0..<40 {
            // Four pressed something, all of them in the pages.
            breakdown.add(
                TipTally(Self.record([(web, 1)]), dismissed: 0, acted: number < 4 ? 1 : 0),
                on: number < 20 ? web : terminal)
        }
        let tip = Self.statistics(breakdown)
        #expect(tip.all.acted == nil)
        #expect(tip.platforms.map(\.outcome.acted) == [nil, nil])
        #expect(tip.platforms.map(\.outcome.dismissed) == [0, 0])
    }

    @Test func `how often something was done is hidden of two groups, where few of one did it`() throws {
        let devices = [
            try Self.device(1, .web, "en"), try Self.device(2, .web, "de"), try Self.device(3, .web, "ja"),
        ]
        var breakdown = TipBreakdown()
        for (place, who) in [12, 8, 3].enumerated() {
            for number in 0..<20 {
                breakdown.add(
                    TipTally(Self.record([(devices[place], 1)]), dismissed: number < who ? 2 : 0, acted: 0),
                    on: devices[place])
            }
        }
        let tip = Self.statistics(breakdown)
        #expect(tip.all.dismissed == 46)
        #expect(tip.languages.map(\.name) == ["de", "en", "ja"])
        #expect(tip.languages.map(\.outcome.dismissed) == [nil, 24, nil])
    }

    // MARK: - Whatever happened

    @Test(arguments: UInt64(0)..<150)
    func `no number that is hidden can be told from those that are not`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let tags = ["en", "de", "ja", "ar"].prefix(Int(random.next() % 4 + 1))
        let devices = try tags.enumerated().flatMap { place, tag in
            try TipDevice.Platform.allCases.enumerated().map { other, platform in
                try Self.device(UInt64(2 * place + other + 1), platform, tag)
            }
        }
        let reasons = [nil] + Reason.allCases.prefix(Int(random.next() % 4 + 1)).map { Optional($0) }
        var breakdown = TipBreakdown()
        for _ in 0..<Int(random.next() % 45) {
            // Some devices have more people than others, and one may be forgotten.
            let place = Int(random.next() % UInt64(devices.count + 1)) * Int(random.next() % 2)
            let device = place < devices.count ? devices[place] : nil
            let reason = reasons[Int(random.next() % UInt64(reasons.count))]
            breakdown.add(
                TipTally(
                    Self.record([(devices[0], 1)], ended: reason), dismissed: Int(random.next() % 3),
                    acted: Int(random.next() % 6 / 5)),
                on: device)
        }
        let tip = Self.statistics(breakdown)
        try Self.expectNothingTold([tip.all], of: nil)
        try Self.expectNothingTold(tip.platforms.map(\.outcome), of: tip.all)
        try Self.expectNothingTold(tip.languages.map(\.outcome), of: tip.all)
    }

    /// Expects that rows have at least five people, sum up to the whole, and that what they hide may be any of six numbers.
    private static func expectNothingTold(
        _ rows: [TipStatistics.Outcome], of whole: TipStatistics.Outcome?
    ) throws {
        guard let first = rows.first, first.people ?? 0 > 0 else { return }
        let people = try rows.map { try #require($0.people) }
        #expect(people.allSatisfy { $0 >= 5 })
        // Those for whom it has not ended are told by nobody, and so are hidden from the reader in any case.
        let endings = rows.map { row in Reason.allCases.map { row.ended[$0] ?? nil } + [nil] }
        let sums = Reason.allCases.map { whole?.ended[$0] ?? nil } + [nil]
        let published = PublishedTable(cells: endings, rowSums: people, columnSums: sums)
        for row in rows.indices {
            for column in sums.indices where endings[row][column] == nil {
                let values = published.values(ofRow: row, column: column)
                let isTold = column == sums.count - 1 && values.count == 1
                #expect(isTold ? !(1..<5).contains(values[0]) : values.count >= 6, "\(endings): \(values)")
            }
        }
        guard let whole else { return }
        #expect(people.reduce(0, +) == whole.people)
        for (cells, sum) in [(rows.map(\.dismissed), whole.dismissed), (rows.map(\.acted), whole.acted)] {
            guard let sum else {
                #expect(cells.allSatisfy { $0 == nil })
                continue
            }
            let published = PublishedTable(
                cells: [cells], rowSums: [sum], columnSums: cells.map { _ in nil })
            for column in cells.indices where cells[column] == nil {
                #expect(published.values(ofRow: 0, column: column).count >= 6)
            }
        }
    }
}
