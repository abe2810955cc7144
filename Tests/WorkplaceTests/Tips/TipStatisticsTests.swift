import Essentials
import JSON
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

struct TipStatisticsTests {
    private static let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)

    /// A catalogue with one tip.
    private static func catalogue() -> TipCatalogue {
        var catalogue = TipCatalogue(name: "sample", languages: ["en"], fallback: "en")
        var title = TipTexts()
        title["en"] = "Tip"
        catalogue.tips = [TipCatalogue.Tip(TipDefinition(id: "tip", formerIDs: ["old-tip"]), title: title)]
        return catalogue
    }

    private static func device(_ number: UInt64, _ platform: TipDevice.Platform, _ language: String)
        -> TipDevice
    {
        TipDevice(
            id: TipReplica(device: number << 8), platform: platform,
            language: LanguageTag(language) ?? known, lastSeen: Zone.utc.date(at: Fixture.noon))
    }

    private static let known: LanguageTag = {
        guard let tag = LanguageTag("en") else { preconditionFailure("en is no tag") }
        return tag
    }()

    private struct Subject {
        var ledger: TipLedger
        let devices: [TipDevice]
    }

    /// A person who was shown the tip on some devices.
    private static func person(
        shownOn devices: [TipDevice] = [device(1, .web, "en")], as tip: TipID = "tip",
        ended: Tips.InvalidationReason? = nil, dismissed: Int = 0, acted: Int = 0
    ) -> Subject {
        var ledger = TipLedger()
        if !devices.isEmpty {
            ledger.note(
                TipRecord(
                    epoch: 0,
                    invalidation: ended.map { .init(time: noon, replica: devices[0].id, reason: $0) },
                    firstAppearance: .init(time: noon, isExempt: false),
                    displays: devices.map { .init(replica: $0.id, count: 2, microseconds: 3_000_000) }),
                of: tip)
        }
        func donate(_ count: Int, to event: RuleText) {
            for sequence in 0..<count {
                var record = EventRecord()
                record.insert(
                    .init(
                        time: noon, replica: TipReplica(device: 256), sequence: Int64(sequence),
                        payload: .record([RuleField("tip", .text(tip.name))])))
                ledger.note(record, of: event)
            }
        }
        donate(dismissed, to: "tip.dismissed")
        donate(acted, to: "tip.acted")
        return Subject(ledger: ledger, devices: devices)
    }

    private func statistics(_ people: [Subject]) -> TipStatistics {
        var count = TipCount(Self.catalogue())
        for person in people { count.add(person.ledger, on: person.devices) }
        return count.statistics(titles: ["tip": "Tip"])
    }

    @Test func `displays, time and what was done are summed over people and devices`() {
        let both = [Self.device(1, .web, "en"), Self.device(2, .terminal, "ja")]
        let people = (0..<6).map { _ in Self.person(shownOn: both, dismissed: 2, acted: 1) }
        let all = statistics(people).tips[0]
        #expect(all.people == 6)
        #expect(all.displays == 24)
        #expect(all.seconds == 36)
        #expect(all.dismissed == 12)
        #expect(all.acted == 6)
    }

    @Test func `only people who were shown a tip count`() {
        let shown = (0..<6).map { _ in Self.person() }
        let others = (0..<20).map { _ in Self.person(shownOn: [], acted: 1) }
        #expect(statistics(shown + others).people == 6)
    }

    @Test func `TD18: records under a former identifier count`() {
        let people = (0..<5).map { _ in Self.person(as: "old-tip", dismissed: 1) }
        let all = statistics(people).tips[0]
        #expect(all.people == 5)
        #expect(all.dismissed == 5)
    }

    // MARK: - Small groups

    @Test(arguments: 0..<8)
    func `one to four people are hidden, and zero is shown`(count: Int) {
        let result = statistics((0..<count).map { _ in Self.person(dismissed: 1, acted: 3) })
        let isShown = count == 0 || count >= 5
        #expect(result.people == (isShown ? count : nil))
        #expect(result.tips[0].people == (isShown ? count : nil))
        #expect(result.tips[0].displays == (isShown ? Int64(2 * count) : nil))
        #expect(result.tips[0].seconds == (isShown ? Int64(3 * count) : nil))
        #expect(result.tips[0].dismissed == (isShown ? count : nil))
        #expect(result.tips[0].acted == (isShown ? 3 * count : nil))
    }

    @Test func `an action of three people is hidden, and one of seven is shown`() {
        let people = (0..<20).map { Self.person(dismissed: $0 < 3 ? 4 : 0, acted: $0 < 7 ? 1 : 0) }
        let all = statistics(people).tips[0]
        #expect(all.dismissed == nil)
        #expect(all.acted == 7)
    }

    @Test func `people for whom a tip has not ended are a group too`() {
        let people = (0..<20).map { Self.person(ended: $0 < 18 ? .tipClosed : nil) }
        // Two are left, and eighteen would reveal them.
        #expect(statistics(people).tips[0].ended[.tipClosed] == .some(nil))
        let most = (0..<20).map { Self.person(ended: $0 < 12 ? .tipClosed : nil) }
        #expect(statistics(most).tips[0].ended[.tipClosed] == .some(12))
        #expect(statistics(most).tips[0].ended[.actionPerformed] == .some(0))
    }

    @Test func `people who used the feature without seeing the tip do not count`() {
        let shown = (0..<10).map { _ in Self.person() }
        let unseen = (0..<300).map { _ in
            var person = Self.person(shownOn: [])
            person.ledger.note(
                TipRecord(
                    epoch: 0,
                    invalidation: .init(
                        time: Self.noon, replica: TipReplica(device: 256), reason: .actionPerformed),
                    firstAppearance: nil, displays: []), of: "tip")
            return person
        }
        let all = statistics(shown + unseen).tips[0]
        #expect(all.people == 10)
        #expect(all.ended[.actionPerformed] == .some(0))
    }
}
