import Foundation
import Testing
import TipCatalogues
import TipCore
import TipRules

/// The product's own tips.
struct ProductCatalogueTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    static func catalogue() throws -> TipCatalogue {
        try TipCatalogue(reading: Array(Data(contentsOf: folder.appending(path: "Web/Tips/catalogue.json"))))
    }

    @Test func `TA8 TD22: every tip is there in the six languages of the pages`() throws {
        let catalogue = try Self.catalogue()
        #expect(catalogue.languages == ["en", "de", "es", "ar", "ja", "ko"])
        #expect(catalogue.tips.count >= 8)
        for language in catalogue.languages {
            let given = catalogue.tips.compactMap { tip -> CatalogueTip? in
                var open = catalogue
                open.tips = [tip]
                open.tips[0].segment = nil
                let audience = TipAudience(platform: "web", languages: [language])
                return open.tips(for: audience).first
            }
            #expect(given.count == catalogue.tips.count)
            #expect(given.allSatisfy { $0.language == language })
        }
    }

    // The tip of a café nearby is about many features, one for each café: it has a test of its own.
    @Test func `T85: no tip is shown to somebody who has used its feature, wherever they are`() throws {
        let catalogue = try Self.catalogue()
        for tip in catalogue.tips where tip.id != "new-cafe-nearby" {
            let audience = TipAudience(
                platform: tip.segment?.platforms?.first ?? "web", roles: Set(tip.segment?.roles ?? []))
            let used = try #require(tip.definition.endingEvents.first, "\(tip.id)")
            var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
            _ = machine.donate(to: used, at: second(1))
            catalogue.declare(in: &machine, for: audience)
            #expect(machine.status(of: tip.id, at: second(2)) == .invalidated(.actionPerformed), "\(tip.id)")
        }
    }

    @Test(arguments: [(2, 0, false), (3, 0, true), (50, 0, true), (50, 1, false)])
    func `favourites are for who has ordered the same three times, and has marked nothing`(
        sameItemOrders: Int64, favourites: Int64, isShown: Bool
    ) throws {
        let catalogue = try Self.catalogue()
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        let audience = TipAudience(platform: "web", roles: ["employee"])
        #expect(catalogue.tips(for: audience).contains { $0.id == "favourites" })
        catalogue.declare(in: &machine, for: audience)
        _ = machine.set(.integer(sameItemOrders), forParameter: "sameItemOrders", at: second(1))
        _ = machine.set(.integer(favourites), forParameter: "favourites", at: second(1))
        #expect(machine.status(of: "favourites", at: second(2)) == (isShown ? .available : .pending))
        _ = machine.donate(to: "item.marked", at: second(3))
        #expect(machine.status(of: "favourites", at: second(4)) == .invalidated(.actionPerformed))
    }

    @Test(arguments: [("terminal", "employee"), ("web", "cook"), ("screen", "kitchen")])
    func `favourites are offered only to people who can mark some`(platform: String, role: String) throws {
        let audience = TipAudience(platform: platform, roles: [role])
        #expect(!(try Self.catalogue()).tips(for: audience).contains { $0.id == "favourites" })
    }

    @Test func `TA10: where somebody is often stays on the device, and a tip depends on it`() throws {
        let catalogue = try Self.catalogue()
        let event = try #require(catalogue.events.first { $0.name == "cafe.near" })
        #expect(event.staysOnDevice)
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        catalogue.declare(in: &machine, for: TipAudience(platform: "web", roles: ["employee"]))
        func comeNear(_ area: String, _ day: Int) {
            let payload = RuleValue.record([RuleField("area", .text(RuleText(area)))])
            _ = machine.donate(payload, to: "cafe.near", at: second(day * 86_400))
        }
        for day in 1...3 { comeNear("a", day) }
        for day in 4...6 { comeNear("b", day) }
        #expect(machine.status(of: "new-cafe-nearby", at: second(7 * 86_400)) == .pending)
        comeNear("b", 7)
        #expect(machine.status(of: "new-cafe-nearby", at: second(7 * 86_400)) == .available)
        #expect(machine.status(of: "new-cafe-nearby", at: second(60 * 86_400)) == .pending)
    }

    @Test func `T36 TA10: an order at the nearest café ends the tip about it`() throws {
        let catalogue = try Self.catalogue()
        let event = try #require(catalogue.events.first { $0.name == "cafe.known" })
        #expect(event.staysOnDevice)
        var machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        catalogue.declare(in: &machine, for: TipAudience(platform: "web", roles: ["employee"]))
        func status(_ day: Int) -> Tips.Status {
            machine.status(of: "new-cafe-nearby", at: second(day * 86_400))
        }
        func comeNear(_ area: String, _ days: ClosedRange<Int>) {
            let payload = RuleValue.record([RuleField("area", .text(RuleText(area)))])
            for day in days { _ = machine.donate(payload, to: "cafe.near", at: second(day * 86_400)) }
        }
        comeNear("a", 1...5)
        comeNear("b", 2...5)
        #expect(status(5) == .available)
        let known = RuleValue.record([RuleField("area", .text("a"))])
        _ = machine.donate(known, to: "cafe.known", at: second(5 * 86_400))
        #expect(status(5) == .pending)
        // The one beside it is another one, which they have not ordered at.
        comeNear("b", 6...7)
        #expect(status(7) == .available)
    }
}
