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

    /// A catalogue with one tip, with which something may be tried out.
    private static func catalogue(_ experiment: TipCatalogue.Experiment? = nil) -> TipCatalogue {
        var catalogue = TipCatalogue(name: "sample", languages: ["en"], fallback: "en")
        var title = TipTexts()
        title["en"] = "Tip"
        var tip = TipCatalogue.Tip(TipDefinition(id: "tip", formerIDs: ["old-tip"]), title: title)
        tip.experiment = experiment
        catalogue.tips = [tip]
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

    /// Somebody who was shown the tip on some devices.
    private static func person(
        _ name: String = "p", shownOn devices: [TipDevice] = [device(1, .web, "en")], as tip: TipID = "tip",
        ended: Tips.InvalidationReason? = nil, dismissed: Int = 0, acted: Int = 0, goals: [RuleTime] = []
    ) -> TipCount.Subject {
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
        for time in goals {
            var record = EventRecord()
            record.insert(.init(time: time, replica: TipReplica(device: 256), sequence: 0))
            ledger.note(record, of: "goal")
        }
        return TipCount.Subject(
            ledger: ledger, devices: devices, audiences: [TipAudience(platform: "web", subject: name)])
    }

    private func statistics(
        _ people: [TipCount.Subject], _ experiment: TipCatalogue.Experiment? = nil
    ) -> TipStatistics {
        var count = TipCount(Self.catalogue(experiment))
        for person in people { count.add(person) }
        return count.statistics(titles: ["tip": "Tip"])
    }

    @Test func `displays, time and what was done are summed over people and devices`() {
        let both = [Self.device(1, .web, "en"), Self.device(2, .terminal, "ja")]
        let people = (0..<6).map { _ in Self.person(shownOn: both, dismissed: 2, acted: 1) }
        let all = statistics(people).tips[0].all
        #expect(all.people == 6)
        #expect(all.displays == 24)
        #expect(all.seconds == 36)
        #expect(all.dismissed == 12)
        #expect(all.acted == 6)
    }

    @Test func `people are those to whom a tip was shown`() {
        let shown = (0..<6).map { _ in Self.person() }
        let others = (0..<20).map { _ in Self.person(shownOn: [], acted: 1, goals: [Self.noon]) }
        #expect(statistics(shown + others).people == 6)
    }

    @Test func `TD18: what is kept under a former identifier counts`() {
        let people = (0..<5).map { _ in Self.person(as: "old-tip", dismissed: 1) }
        let all = statistics(people).tips[0].all
        #expect(all.people == 5)
        #expect(all.dismissed == 5)
    }

    // MARK: - Small groups

    @Test(arguments: 0..<8)
    func `fewer than five are hidden, and nobody is told as nobody`(count: Int) {
        let result = statistics((0..<count).map { _ in Self.person(dismissed: 1, acted: 3) })
        let isShown = count == 0 || count >= 5
        #expect(result.people == (isShown ? count : nil))
        #expect(result.tips[0].all.people == (isShown ? count : nil))
        #expect(result.tips[0].all.displays == (isShown ? Int64(2 * count) : nil))
        #expect(result.tips[0].all.seconds == (isShown ? Int64(3 * count) : nil))
        #expect(result.tips[0].all.dismissed == (isShown ? count : nil))
        #expect(result.tips[0].all.acted == (isShown ? 3 * count : nil))
    }

    @Test func `three who did something among many are hidden, many are told`() {
        let people = (0..<20).map { Self.person(dismissed: $0 < 3 ? 4 : 0, acted: $0 < 7 ? 1 : 0) }
        let all = statistics(people).tips[0].all
        #expect(all.dismissed == nil)
        #expect(all.acted == 7)
    }

    @Test func `those for whom a tip has not ended are a group too`() {
        let people = (0..<20).map { Self.person(ended: $0 < 18 ? .tipClosed : nil) }
        // Two are left, so that eighteen would tell of them.
        #expect(statistics(people).tips[0].all.ended[.tipClosed] == .some(nil))
        let most = (0..<20).map { Self.person(ended: $0 < 12 ? .tipClosed : nil) }
        #expect(statistics(most).tips[0].all.ended[.tipClosed] == .some(12))
        #expect(statistics(most).tips[0].all.ended[.actionPerformed] == .some(0))
    }

    @Test func `those who used the feature without having seen the tip are no success of it`() {
        let shown = (0..<10).map { _ in Self.person() }
        let unseen = (0..<300).map { _ in
            let known = Self.person(shownOn: [])
            var ledger = known.ledger
            ledger.note(
                TipRecord(
                    epoch: 0,
                    invalidation: .init(
                        time: Self.noon, replica: TipReplica(device: 256), reason: .actionPerformed),
                    firstAppearance: nil, displays: []), of: "tip")
            return TipCount.Subject(ledger: ledger, devices: [], audiences: known.audiences)
        }
        let all = statistics(shown + unseen).tips[0].all
        #expect(all.people == 10)
        #expect(all.ended[.actionPerformed] == .some(0))
    }

    // MARK: - Experiments

    @Test func `TA5: arms are compared by who belongs to them, with Newcombe's bounds`() throws {
        var experiment = TipCatalogue.Experiment(name: "try", holdout: 4_000)
        experiment.goal = "goal"
        experiment.variants = [TipCatalogue.Variant(name: "short", share: 3_000)]
        var expected: [String: (people: Int, reached: Int)] = [:]
        let people = (0..<400).map { number in
            let name = "person-\(number)"
            let arm: String
            switch experiment.arm(for: name) {
            case .holdout: arm = "holdout"
            case .variant(let variant): arm = variant
            case .plain: arm = "plain"
            }
            let hasReached = arm == "holdout" ? number % 5 == 0 : number % 2 == 0
            expected[arm, default: (0, 0)].people += 1
            expected[arm, default: (0, 0)].reached += hasReached ? 1 : 0
            // Not everybody was shown it, and all count.
            let devices = number % 3 == 0 ? [] : [Self.device(1, .web, "en")]
            return Self.person(name, shownOn: devices, goals: hasReached ? [Self.noon] : [])
        }
        let result = try #require(statistics(people, experiment).experiments.first)
        let (holdout, plain) = (try #require(expected["holdout"]), try #require(expected["plain"]))
        let short = try #require(expected["short"])
        func told(_ arm: (people: Int, reached: Int)) -> TipStatistics.Arm {
            .init(people: arm.people / 5 * 5, reached: arm.reached / 5 * 5)
        }
        let exposed = (people: plain.people + short.people, reached: plain.reached + short.reached)
        #expect(result.holdout == told(holdout))
        #expect(result.exposed == told(exposed))
        #expect(result.variants[0].arm == told(short))
        let difference = try #require(result.difference)
        #expect(difference == told(exposed).difference(from: told(holdout)))
        #expect(result.variants[0].difference == told(short).difference(from: told(holdout)))
        #expect(difference.low > 0)
        #expect(difference.estimate > difference.low)
        #expect(difference.high > difference.estimate)
    }

    @Test
    func `an experiment counts from its start: goals before it, and people who were not seen since, do not`()
        throws
    {
        var experiment = TipCatalogue.Experiment(name: "try", holdout: 0)
        experiment.goal = "goal"
        experiment.from = Self.noon
        let earlier = Self.noon.advanced(byMicroseconds: -1)
        let people = (0..<20).map { number in
            Self.person("p\(number)", goals: [number < 10 ? earlier : Self.noon])
        }
        let result = try #require(statistics(people, experiment).experiments.first)
        #expect(result.exposed == .init(people: 20, reached: 10))
        #expect(result.difference == nil)
        experiment.from = Self.noon.advanced(byMicroseconds: 86_400_000_000)
        let later = try #require(statistics(people, experiment).experiments.first)
        #expect(later.exposed == .init(people: 0, reached: 0))
    }

    @Test func `what is hidden of one variant cannot be told from the others and the whole`() throws {
        var experiment = TipCatalogue.Experiment(name: "try", holdout: 0)
        experiment.goal = "goal"
        experiment.variants = [
            TipCatalogue.Variant(name: "a", share: 6_000), TipCatalogue.Variant(name: "b", share: 4_000),
        ]
        var reachedOfB = 0
        let people = (0..<120).map { number in
            let name = "p\(number)"
            let isB = experiment.arm(for: name) == .variant("b")
            // Half of those with one, two of those with the other.
            let hasReached = isB ? reachedOfB < 2 : number % 2 == 0
            if isB, hasReached { reachedOfB += 1 }
            return Self.person(name, goals: hasReached ? [Self.noon] : [])
        }
        let result = try #require(statistics(people, experiment).experiments.first)
        #expect(result.exposed.reached != nil)
        #expect(result.variants.map(\.arm.reached) == [nil, nil])
        #expect(result.variants.map(\.difference) == [nil, nil])
    }

    @Test func `two experiments that differ by one person tell the same`() throws {
        func arms(_ count: Int) throws -> TipStatistics.Experiment {
            var experiment = TipCatalogue.Experiment(name: "try", holdout: 10_000)
            experiment.goal = "goal"
            let people = (0..<count).map { Self.person("p\($0)", goals: $0 % 2 == 0 ? [Self.noon] : []) }
            return try #require(statistics(people, experiment).experiments.first)
        }
        // The one more has reached the goal.
        let (fewer, more) = (try arms(40).holdout, try arms(41).holdout)
        #expect(fewer == .init(people: 40, reached: 20))
        #expect(more == fewer)
    }

    @Test func `what was done before a catalogue was published is not counted by its experiments`() throws {
        var experiment = TipCatalogue.Experiment(name: "try", holdout: 0)
        experiment.goal = "goal"
        experiment.from = Self.noon.advanced(byMicroseconds: -9_000_000_000)
        let since = Self.noon.advanced(byMicroseconds: -1)
        var count = TipCount(Self.catalogue(experiment), since: since)
        for number in 0..<20 {
            let time = number < 10 ? since.advanced(byMicroseconds: -1) : Self.noon
            count.add(Self.person("p\(number)", goals: [time]))
        }
        let result = try #require(count.statistics(titles: [:]).experiments.first)
        #expect(result.exposed == .init(people: 20, reached: 10))
    }

    @Test func `arms with few, and few who reached the goal or did not, are not compared`() throws {
        var experiment = TipCatalogue.Experiment(name: "try", holdout: 5_000)
        experiment.goal = "goal"
        let people = (0..<60).map { Self.person("p\($0)", goals: $0 < 4 ? [Self.noon] : []) }
        let result = try #require(statistics(people, experiment).experiments.first)
        #expect(result.exposed.reached == nil || result.holdout.reached == nil)
        #expect(result.difference == nil)
    }
}
