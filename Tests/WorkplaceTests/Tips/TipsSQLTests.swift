import Essentials
import Ordering
import Testing
import TipCore
import WorkplaceFixtures

@testable import Workplace

/// Ledgers of tips and the devices that exchange them in the database.
@Suite(.timeLimit(.minutes(1)))
struct TipsSQLTests {
    private static let today = Zone.utc.date(at: Fixture.noon)

    @Test
    func `a person has one ledger, which is kept byte for byte`() async throws {
        try await withTemporaryStore { store, _ in
            let long = KeptTipLedger(
                revision: 1 << 52, bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
            try await store.write { transaction in
                try transaction.set(KeptTipLedger(revision: 7, bytes: [1, 2, 3]), of: Fixture.ada)
                try transaction.set(KeptTipLedger(revision: 1, bytes: []), of: Fixture.grace)
                try transaction.set(long, of: Fixture.ada)
            }
            let kept = try await store.read { reading in
                try [Fixture.ada, Fixture.grace, Fixture.person("nobody")].map {
                    try reading.tipLedger(of: $0)
                }
            }
            #expect(kept == [long, KeptTipLedger(revision: 1, bytes: []), nil])
        }
    }

    @Test
    func `ledgers of all come by person, page by page`() async throws {
        try await withTemporaryStore { store, _ in
            let people = ["c", "a", "d", "b"].map { Fixture.person($0) }
            try await store.write { transaction in
                for (place, person) in people.enumerated() {
                    try transaction.set(
                        KeptTipLedger(revision: Int64(place + 1), bytes: [UInt8(place)]), of: person)
                }
            }
            let pages = try await store.read { reading in
                let first = try reading.tipLedgers(after: nil, limit: 3)
                return [first, try reading.tipLedgers(after: first.last?.person, limit: 3)].map { page in
                    page.map { "\($0.person) \($0.ledger.revision)" }
                }
            }
            #expect(pages == [["a 2", "b 4", "c 1"], ["d 3"]])
        }
    }

    @Test func `devices come back exactly, the last seen first, and are forgotten one by one or together`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            // Numbers of both halves, because a store may know signed ones only.
            let devices = [
                device(0xFFFF_FFFF_FFFF_FF00, .web, "pt-BR", daysAgo: 1),
                device(0x0100, .terminal, "ja", daysAgo: 3),
                device(0x8000_0000_0000_0000, .web, "en", daysAgo: 9),
            ]
            try await store.write { transaction in
                try transaction.set(device(0x0100, .web, "en", daysAgo: 5), of: Fixture.ada)
                for device in devices.reversed() { try transaction.set(device, of: Fixture.ada) }
                try transaction.set(devices[1], of: Fixture.grace)
            }
            #expect(try await devicesOf(Fixture.ada, store) == devices)
            try await store.write { try $0.removeTipDevice(devices[1].id, of: Fixture.ada) }
            #expect(try await devicesOf(Fixture.ada, store) == [devices[0], devices[2]])
            try await store.write { try $0.removeTipDevices(of: Fixture.ada) }
            #expect(try await devicesOf(Fixture.ada, store).isEmpty)
            #expect(try await devicesOf(Fixture.grace, store) == [devices[1]])
        }
    }

    @Test
    func `what was not seen since a day goes, ledgers with their last device and their last change`()
        async throws
    {
        try await withTemporaryStore { store, _ in
            let midnight = Int64(Self.today.daysSinceEpoch) * 86_400_000
            let old = KeptTipLedger(revision: midnight - 1, bytes: Array(repeating: 1, count: 17))
            let people = ["seen", "unseen", "changed"].map { Fixture.person($0) }
            try await store.write { transaction in
                for person in people { try transaction.set(old, of: person) }
                try transaction.set(KeptTipLedger(revision: midnight, bytes: [2]), of: people[2])
                try transaction.set(device(0x100, .web, "en", daysAgo: 0), of: people[0])
                try transaction.set(device(0x200, .web, "en", daysAgo: 1), of: people[0])
                try transaction.set(device(0x100, .web, "en", daysAgo: 1), of: people[1])
                try transaction.removeTips(unseenSince: Self.today)
            }
            let left = try await store.read { reading in
                try people.map { try reading.tipLedger(of: $0)?.bytes }
            }
            #expect(left == [old.bytes, nil, [2]])
            #expect(try await devicesOf(people[0], store).map(\.id.rawValue) == [0x100])
        }
    }

    @Test
    func `catalogues are numbered and come back byte for byte, the last first`() async throws {
        try await withTemporaryStore { store, _ in
            let documents: [[UInt8]?] = [Array("{}".utf8), nil, Array("[1]".utf8)]
            for (place, document) in documents.enumerated() {
                let number = try await store.write { transaction in
                    try transaction.append(tipCatalogue: document, by: Fixture.ada, at: Fixture.noon)
                }
                #expect(number == Int64(place + 1))
            }
            let kept = try await store.read { try $0.tipCatalogues(before: nil, limit: 2) }
            #expect(
                kept == [
                    TipCatalogueRevision(number: 3, document: documents[2], time: Fixture.noon),
                    TipCatalogueRevision(number: 2, document: nil, time: Fixture.noon),
                ])
            let earlier = try await store.read { try $0.tipCatalogues(before: 2, limit: 2) }
            #expect(
                earlier == [
                    TipCatalogueRevision(number: 1, document: documents[0], time: Fixture.noon)
                ])
        }
    }

    @Test
    func `switches stand as they were set last`() async throws {
        try await withTemporaryStore { store, _ in
            try await store.write { transaction in
                for (tip, isOn) in [("a", false), ("b", false), ("a", true)] {
                    try transaction.setTipSwitch(
                        of: TipID(tip), isOn: isOn, by: Fixture.ada, at: Fixture.noon)
                }
            }
            let switches = try await store.read { try $0.tipSwitches() }
            #expect(switches == ["a": true, "b": false])
        }
    }

    @Test
    func `of a person's last orders it is told how many had the same item of the same café`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let elsewhere = Fixture.cafeID("other-cafe")
            // Each has two soups and a cake: an item counts once for each order.
            let orders = [
                builder.accepted(sequence: 1), builder.accepted(sequence: 2),
                builder.accepted(sequence: 1, at: elsewhere),
                builder.accepted(sequence: 3, for: Fixture.grace),
            ]
            try await store.write { transaction in
                for order in orders { try transaction.keep(order) }
                for item in [Fixture.soup, Fixture.cake] {
                    try transaction.insert(Favourite(cafe: elsewhere, item: item), of: Fixture.grace)
                }
            }
            let usages = try await store.read { reading in
                try [Fixture.ada, Fixture.grace, Fixture.person("nobody")].map {
                    try reading.tipUsage(of: $0)
                }
            }
            #expect(usages.map(\.sameItemOrders) == [2, 1, 0])
            #expect(usages.map(\.orders) == [3, 1, 0])
            #expect(usages.map(\.favourites) == [0, 2, 0])
        }
    }

    @Test
    func `of items the last orders alone count`() async throws {
        try await withTemporaryStore { store, _ in
            var builder = OrderBuilder()
            let number = TipUsage.lastBaskets + 1
            let orders = (1...number).map { second in
                builder.accepted(sequence: second, time: Fixture.noon.advanced(by: .seconds(second)))
            }
            try await store.write { transaction in for order in orders { try transaction.keep(order) } }
            let usage = try await store.read { try $0.tipUsage(of: Fixture.ada) }
            #expect([usage.orders, usage.sameItemOrders] == [number, TipUsage.lastBaskets])
        }
    }

    @Test
    func `who asked about a person comes in order, and goes by its time`() async throws {
        try await withTemporaryStore { store, _ in
            let looks = (0..<3).map { second in
                TipAccessRecord(
                    person: Fixture.ada, administrator: Fixture.grace, tip: TipID("tip-\(second)"),
                    catalogue: Int64(second), time: Fixture.noon.advanced(by: .seconds(second)))
            }
            try await store.write { transaction in
                for access in looks { try transaction.insert(access) }
                try transaction.removeTipAccessRecords(before: Fixture.noon.advanced(by: .seconds(1)))
            }
            let kept = try await store.read { reading in
                [
                    try reading.tipAccessRecords(at: Fixture.ada),
                    try reading.tipAccessRecords(at: Fixture.grace),
                ]
            }
            #expect(kept == [Array(looks[1...]), []])
        }
    }

    private func devicesOf(_ person: PersonID, _ store: any WorkplaceStore) async throws -> [TipDevice] {
        try await store.read { try $0.tipDevices(of: person) }
    }

    private func device(
        _ number: UInt64, _ platform: TipDevice.Platform, _ language: String, daysAgo: Int
    ) -> TipDevice {
        guard let language = LanguageTag(language) else { preconditionFailure("\(language) is no tag") }
        return TipDevice(
            id: TipReplica(rawValue: number), platform: platform, language: language,
            lastSeen: Self.today.advanced(byDays: -daysAgo))
    }
}
