import Essentials
import TestSupport
import Testing
import TipCatalogues
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace

struct TipTallyTests {
    private static let day = Zone.utc.date(at: Fixture.noon)

    private static func device(
        _ number: UInt64, _ platform: TipDevice.Platform, _ language: String, lastSeen: CalendarDate = day
    ) throws -> TipDevice {
        TipDevice(
            id: TipReplica(device: number << 8), platform: platform,
            language: try #require(LanguageTag(language)), lastSeen: lastSeen)
    }

    /// The record of a person who was shown the tip on devices, and how often on each.
    private static func record(_ counts: [(TipDevice, Int64)]) -> TipRecord {
        let noon = RuleTime(microseconds: Fixture.noon.millisecondsSinceEpoch * 1_000)
        return TipRecord(
            epoch: 0, invalidation: nil, firstAppearance: .init(time: noon, isExempt: false),
            displays: counts.map { .init(replica: $0.id, count: $1, microseconds: 2_000_000 * $1) })
    }

    private static func statistics(_ tally: TipTally) -> TipStatistics.Tip {
        tally.statistics(of: TipCatalogue.Tip(TipDefinition(id: "tip"), title: TipTexts()), title: "Tip")
    }

    // MARK: - The device of a person

    @Test func `a person counts on the device that showed the tip most often`() throws {
        let (web, terminal) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "ja"))
        let devices = [web, terminal]
        #expect(Self.record([(web, 2), (terminal, 3)]).home(among: devices) == terminal)
        #expect(Self.record([(web, 3), (terminal, 2)]).home(among: devices) == web)
        #expect(Self.record([(terminal, 1)]).home(among: devices) == terminal)
    }

    @Test func `of devices that showed the tip as often, the one that was seen last counts`() throws {
        let yesterday = CalendarDate(daysSinceEpoch: Self.day.daysSinceEpoch - 1)
        let web = try Self.device(2, .web, "en", lastSeen: yesterday)
        let terminal = try Self.device(1, .terminal, "ja")
        #expect(Self.record([(web, 2), (terminal, 2)]).home(among: [web, terminal]) == terminal)
    }

    @Test func `a person without a known device that showed the tip counts as other`() throws {
        let (known, gone) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "ja"))
        #expect(Self.record([(known, 1), (gone, 9)]).home(among: [known]) == known)
        #expect(Self.record([(gone, 9)]).home(among: [known]) == nil)
        var tally = TipTally()
        for _ in 0..<5 { tally.add(Self.record([(gone, 9)]), dismissed: 0, acted: 0, on: nil) }
        #expect(Self.statistics(tally).platforms.map(\.name) == ["other"])
        #expect(Self.statistics(tally).languages.map(\.name) == ["other"])
    }

    // MARK: - Groups

    @Test func `each platform and each language has its people, displays and seconds`() throws {
        let (web, terminal) = (try Self.device(1, .web, "en"), try Self.device(2, .terminal, "de"))
        var tally = TipTally()
        for number in 0..<30 {
            let device = number < 20 ? web : terminal
            tally.add(Self.record([(device, 3)]), dismissed: 2, acted: 1, on: device)
        }
        let tip = Self.statistics(tally)
        #expect(
            tip.platforms == [
                .init(name: "terminal", people: 10, displays: 30, seconds: 60),
                .init(name: "web", people: 20, displays: 60, seconds: 120),
            ])
        #expect(
            tip.languages == [
                .init(name: "de", people: 10, displays: 30, seconds: 60),
                .init(name: "en", people: 20, displays: 60, seconds: 120),
            ])
    }

    @Test func `small groups are joined without their names, or no group is shown`() throws {
        func languages(_ sizes: [(String, Int)]) throws -> [TipStatistics.Group] {
            var tally = TipTally()
            for (language, size) in sizes {
                let device = try Self.device(1, .web, language)
                for _ in 0..<size {
                    tally.add(Self.record([(device, 1)]), dismissed: 0, acted: 0, on: device)
                }
            }
            return Self.statistics(tally).languages
        }
        let groups = try languages([("en", 20), ("de", 8), ("ja", 3), ("ar", 2)])
        #expect(groups.map(\.name) == ["en", nil])
        #expect(groups.map(\.people) == [20, 13])
        #expect(groups.map(\.displays) == [20, 13])
        #expect(try languages([("en", 20), ("ja", 3)]).isEmpty)
        #expect(try languages([("en", 3)]).isEmpty)
        #expect(try languages([("en", 6), ("ja", 5)]).map(\.name) == ["en", "ja"])
    }
}
