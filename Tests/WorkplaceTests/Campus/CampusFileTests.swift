import Beacons
import Essentials
import JSON
import Ordering
import Testing

@testable import Workplace

@Suite struct CampusFileTests {
    private func lines(_ text: String) -> [String] {
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(Array(text.utf8), name: "campus.json")
        }
        return error?.lines ?? []
    }

    @Test func `the values of the file arrive in the campus`() throws {
        let campus = try CampusFile.read(Array(CampusSample.text.utf8), name: "campus.json")
        #expect(campus.organisation.beaconUUID.description == "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3")
        #expect(campus.sites.map(\.major) == [1, 65_535])
        let grill = try #require(CafeID("grill-cafe"))
        let cafe = try #require(campus.cafe(grill))
        let food = try #require(TaxClassID("food"))
        #expect(cafe.taxRules.rates[food]?.partsPerMillion == 82_500)
        #expect(cafe.taxRules.mode == .included)
        #expect(cafe.openingHours.ranges[.monday]?.map(\.endMinute) == [720, 1_440])
        #expect(cafe.openingHours.ranges[.sunday] == nil)
        let burger = try #require(ItemID("burger"))
        #expect(campus.initialStock[grill] == [burger: 12])
        let item = try #require(cafe.menu.item(burger))
        #expect(item.price.minorUnits == 950)
        #expect(item.groups.map(\.id.rawValue) == ["size", "extras"])
        #expect(item.groups[1].choices.map(\.maximumQuantity) == [2, 1])
        #expect(item.groups[1].choices[1].allergens == .unknown)
        let bar = try #require(StationID("bar"))
        #expect(campus.sites[0].spots.map(\.kind) == [.entrance, .cafe(grill), .station(grill, bar)])
    }

    @Test
    func `C15: an item has its own values at each café, and a name that is not translated falls back`() throws
    {
        let name = #""name": {"en": "Burger"}"#
        let text = CampusSample.text.replacing(
            name,
            with: #""name": {"en": "Burger", "ja": "バーガー"}, "served": {"monday": ["08:00-11:00"]}"#)
        let campus = try CampusFile.read(Array(text.utf8), name: "campus.json")
        let burger = try #require(ItemID("burger"))
        let grill = try #require(campus.cafes.first { $0.id.rawValue == "grill-cafe" })
        let tea = try #require(campus.cafes.first { $0.id.rawValue == "tea-cafe" })
        let item = try #require(grill.menu.item(burger))
        let other = try #require(tea.menu.item(burger))
        #expect([item.price.minorUnits, other.price.minorUnits] == [950, 600])
        #expect([item.price.currency.code, other.price.currency.code] == ["EUR", "JPY"])
        #expect(item.servingHours?.ranges[.monday]?.map(\.endMinute) == [660])
        #expect(other.servingHours == nil)
        #expect([item.prepMinutes, other.prepMinutes] == [9, 5])
        #expect([item.station.rawValue, other.station.rawValue] == ["grill", "kettle"])
        #expect(grill.taxRules.rates[item.taxClass]?.partsPerMillion == 82_500)
        #expect(tea.taxRules.rates[other.taxClass]?.partsPerMillion == 80_000)
        #expect(item.allergens == .declared(contains: [.gluten], mayContain: [.sesame]))
        #expect(other.allergens == .declared(contains: [], mayContain: []))
        #expect([item.kilocalories, other.kilocalories] == [740, nil])
        let chain = ["ko", "ja-JP"].compactMap { LanguageTag($0) }
        #expect(item.name.text(for: chain) == "バーガー")
        #expect(other.name.text(for: chain) == "Rice burger")
        // A name without a text to fall back to is refused.
        #expect(!lines(CampusSample.text.replacing(name, with: #""name": {"ja": "バーガー"}"#)).isEmpty)
        #expect(!lines(CampusSample.text.replacing(name, with: #""name": {"en": " "}"#)).isEmpty)
    }

    @Test func `C10 C13: a beacon stands for a spot by its exact three parts`() throws {
        let campus = try CampusFile.read(Array(CampusSample.text.utf8), name: "campus.json")
        let uuid = campus.organisation.beaconUUID
        func spot(_ uuid: ProximityUUID, _ major: UInt16, _ minor: UInt16) -> String? {
            campus.spot(markedBy: BeaconIdentity(uuid: uuid, major: major, minor: minor))?.id.rawValue
        }
        #expect(spot(uuid, 1, 1) == "room")
        #expect(spot(uuid, 1, 2) == "counter")
        #expect(spot(uuid, 65_535, 0) == "gate")
        #expect(spot(uuid, 1, 3) == nil)
        #expect(spot(uuid, 2, 1) == nil)
        #expect(spot(uuid, 65_535, 65_535) == nil)
        #expect(spot(ProximityUUID(high: uuid.high, low: uuid.low + 1), 1, 1) == nil)
    }

    @Test func `a badge stands for its wearer, and a gateway for its spot`() throws {
        let campus = try CampusFile.read(Array(CampusSample.text.utf8), name: "campus.json")
        let badges = try #require(campus.organisation.badgeUUID)
        let badge = BeaconIdentity(uuid: badges, major: 7, minor: 65_535)
        #expect(campus.wearer(of: badge)?.rawValue == "ada")
        #expect(campus.wearer(of: BeaconIdentity(uuid: badges, major: 7, minor: 7)) == nil)
        let asSpot = BeaconIdentity(uuid: campus.organisation.beaconUUID, major: 7, minor: 65_535)
        #expect(campus.wearer(of: asSpot) == nil)
        #expect(campus.sites[0].gateways.map(\.id.rawValue) == ["ear", "other-ear", "door-ear"])
        #expect(campus.gateway(try #require(GatewayID("ear")))?.spot.rawValue == "room")
        #expect(campus.gateway(try #require(GatewayID("nose"))) == nil)
    }

    @Test func `hours of every day hold on each weekday`() throws {
        let campus = try CampusFile.read(Array(CampusSample.text.utf8), name: "campus.json")
        let hours = campus.cafes[1].openingHours.ranges
        #expect(hours.count == 7)
        #expect(hours.values.allSatisfy { $0.map(\.description) == ["09:30–17:00"] })
    }

    @Test func `all mistakes of a file are listed in its order`() throws {
        var value = try CampusSample.value()
        let changes: [(String, JSONValue?)] = [
            ("devices.1.cafe", .string("tee-cafe")),
            ("organisation.beaconUUID", .string("none")),
            ("sites.0.cafes.0.menu.sections.0.items.0.price", nil),
            ("sites.0.cafes.0.menu.sections.0.items.0.sumary", .string("")),
            ("sites.0.cafes.0.menu.sections.0.items.1.station", .string("grille")),
            ("people.1.id", .string("ada")),
            ("people.1.roles.0", .string("boss")),
            ("sites.1.coordinate.latitude", .integer(91)),
            ("sites.1.name.en", .string("")),
        ]
        for (path, new) in changes { value = try #require(value.changing(path, to: new)) }
        let items = "campus.json: sites[0].cafes[0].menu.sections[0].items"
        #expect(
            lines(String(decoding: value.bytes, as: UTF8.self)) == [
                "campus.json: organisation.beaconUUID: must be a UUID, such as "
                    + "\"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3\"",
                "\(items)[0].sumary: is not known here; did you mean \"summary\"?",
                "\(items)[0].price: is missing",
                "\(items)[1].station: does not name a station of this café; did you mean \"grill\"?",
                "campus.json: sites[1].name.en: must not be empty",
                "campus.json: sites[1].coordinate.latitude: must be from -90 to 90",
                "campus.json: people[1].id: repeats people[0].id",
                "campus.json: people[1].roles[0]: must be one of \"employee\", \"cook\", \"expo\", \"manager\", "
                    + "\"finance\", \"approver\", \"hr\", \"auditor\", \"facilities\", \"administrator\"",
                "campus.json: devices[1].cafe: does not name a café of this campus; did you mean \"tea-cafe\"?",
            ])
    }

    @Test func `an object without anything lacks each part`() {
        let parts = ["organisation", "sites", "people", "devices"]
        #expect(lines("{}") == parts.map { "campus.json: \($0): is missing" })
    }

    @Test(arguments: [
        ("", "campus.json: line 1, column 1: the text ends too early"),
        ("{\n  \"people\": [],\n  \"people\": []\n}", "line 3"),
        ("{\n} {", "campus.json: line 2, column 3: nothing may follow the value"),
    ])
    func `a text that is not JSON gives one line with the place`(text: String, start: String) {
        let lines = lines(text)
        #expect(lines.count == 1)
        #expect(lines.first?.contains(start) == true, "\(lines)")
    }

    @Test func `a file above 8 MiB is refused unread`() {
        let text = String(repeating: " ", count: CampusFile.maximumByteCount + 1)
        #expect(lines(text) == ["campus.json: the whole text: has more than 8 MiB"])
    }

    @Test(arguments: [(2_000, true), (2_001, false)])
    func `a menu has at most 2,000 items`(count: Int, isRead: Bool) throws {
        let path = "sites.1.cafes.0.menu.sections.0.items"
        let item = try #require(try CampusSample.value().at("\(path).0"))
        let items = (0..<count).compactMap { item.changing("id", to: .string("item-\($0)")) }
        let value = try #require(try CampusSample.value().changing(path, to: .array(items)))
        let mistakes: [String]
        do {
            let campus = try CampusFile.read(value.bytes, name: "campus.json")
            #expect(campus.cafes[1].menu.sections[0].items.count == count)
            mistakes = []
        } catch {
            mistakes = error.lines
        }
        let place = "campus.json: sites[1].cafes[0].menu.sections"
        #expect(mistakes == (isRead ? [] : ["\(place): have more than 2000 items"]))
    }

    @Test func `a file that ends early is refused at every byte`() throws {
        let bytes = try CampusSample.value().bytes
        for count in bytes.indices {
            expectSyntaxError(Array(bytes.prefix(count)))
        }
    }

    @Test func `the demo campus that ends early is refused`() throws {
        let bytes = try CampusSample.demo()
        let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
        // A prime, so that the cuts fall on all kinds of places.
        for count in stride(from: 0, through: end, by: 211) {
            expectSyntaxError(Array(bytes.prefix(count)))
        }
    }

    @Test(arguments: [.null, -1, "a", [], ["a": 0]] as [JSONValue])
    func `any value at any place gives mistakes or a campus`(value: JSONValue) throws {
        let sample = try CampusSample.value()
        for path in sample.paths {
            let changed = try #require(sample.changing(path, to: value))
            do {
                let campus = try CampusFile.read(changed.bytes, name: "campus.json")
                #expect(!campus.sites.isEmpty)
            } catch {
                #expect(!error.lines.isEmpty, "\(path)")
            }
        }
    }

    private func expectSyntaxError(_ bytes: [UInt8]) {
        do {
            _ = try CampusFile.read(bytes, name: "campus.json")
            Issue.record("\(bytes.count) bytes were read")
        } catch {
            if case .syntax = error.cause { return }
            Issue.record("\(bytes.count) bytes: \(error)")
        }
    }
}
