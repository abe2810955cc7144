import JSON
import Testing

@testable import Workplace

/// One change to the sample, and the one mistake that it must give.
struct CampusChange: CustomTestStringConvertible {
    let path: String
    let value: JSONValue?
    let place: String
    let code: JSONMistake.Code

    /// Sets what stands at a path; the mistake is there unless another place is named.
    static func set(
        _ path: String, _ value: JSONValue, _ code: JSONMistake.Code = .value, at place: String? = nil
    ) -> Self {
        CampusChange(path: path, value: value, place: place ?? path, code: code)
    }

    /// Whether both change members of one object, and neither is wrong only beside another member.
    func isBeside(_ other: Self) -> Bool {
        func parent(_ path: String) -> Substring? { path.lastIndex(of: ".").map { path[..<$0] } }
        return path != other.path && parent(path) == parent(other.path) && path == place
            && other.path == other.place && !path.contains(".hours.")
    }

    /// Removes what stands at a path; it is missing then.
    static func remove(_ path: String) -> Self {
        CampusChange(path: path, value: nil, place: path, code: .required)
    }

    var testDescription: String {
        "\(path) \(value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "removed")"
    }
}

@Suite struct CampusFileMistakeTests {
    @Test func `the sample has no mistake`() throws {
        _ = try CampusFile.read(Array(CampusSample.text.utf8), name: "sample")
    }

    @Test func `a name may be as long as the longest text`() throws {
        let name = JSONValue.string(String(repeating: "a", count: TextRule.maximumLength))
        let changed = try #require(try CampusSample.value().changing("\(Self.item).name.en", to: name))
        _ = try CampusFile.read(changed.bytes, name: "sample")
    }

    @Test(
        arguments: required + identifiers + references + texts + numbers + words + sets + shapes + automatic)
    func `one change gives exactly one mistake`(change: CampusChange) throws {
        let changed = try #require(try CampusSample.value().changing(change.path, to: change.value))
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(changed.bytes, name: "sample")
        }
        guard case .mistakes(let mistakes)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        let places = mistakes.map { String($0.path.pointer.dropFirst()).replacing("/", with: ".") }
        #expect(places == [change.place])
        #expect(mistakes.map(\.code) == [change.code])
    }

    @Test func `two mistakes beside each other are both listed`() throws {
        let changes = Self.numbers + Self.words + Self.texts + Self.references
        let sample = try CampusSample.value()
        for (index, one) in changes.enumerated() {
            for other in changes[..<index] where one.isBeside(other) {
                let changed = try #require(
                    sample.changing(one.path, to: one.value)?.changing(other.path, to: other.value))
                let error = #expect(throws: CampusFileError.self) {
                    try CampusFile.read(changed.bytes, name: "sample")
                }
                guard case .mistakes(let mistakes)? = error?.cause else { continue }
                let places = mistakes.map { String($0.path.pointer.dropFirst()).replacing("/", with: ".") }
                #expect(Set(places).isSuperset(of: [one.place, other.place]), "\(one.path), \(other.path)")
            }
        }
    }

    @Test func `wrong rules of pickup windows are all listed`() throws {
        let rules: JSONValue = ["minutes": 0, "leadMinutes": -1, "holdMinutes": 61, "items": "x"]
        let changed = try #require(try CampusSample.value().changing("\(Self.cafe).pickup", to: rules))
        let error = #expect(throws: CampusFileError.self) {
            try CampusFile.read(changed.bytes, name: "sample")
        }
        guard case .mistakes(let mistakes)? = error?.cause else { return }
        #expect(mistakes.count == 4)
    }

    private static let cafe = "sites.0.cafes.0"
    private static let menu = "\(cafe).menu"
    private static let shared = "\(menu).groups.0"
    private static let item = "\(menu).sections.0.items.0"
    private static let extras = "\(item).groups.1"

    private static let required: [CampusChange] =
        [
            "organisation", "sites", "people", "devices", "organisation.id", "organisation.name",
            "organisation.beaconUUID", "organisation.defaultLanguage", "sites.0.id", "sites.0.name",
            "sites.0.timeZone", "sites.0.major", "sites.0.coordinate", "sites.0.cafes", "sites.0.spots",
            "sites.0.coordinate.latitude", "\(cafe).coordinate.longitude", "\(cafe).id", "\(cafe).name",
            "\(cafe).currency", "\(cafe).coordinate", "\(cafe).hours", "\(cafe).dayBoundaryHour",
            "\(cafe).tax",
            "\(cafe).tax.included", "\(cafe).tax.rounding", "\(cafe).tax.rates", "\(cafe).stations",
            "\(cafe).stations.1.id", "\(cafe).stations.0.name", menu, "\(menu).sections",
            "\(menu).sections.0.id", "\(menu).sections.0.name", "\(menu).sections.0.items", "\(item).id",
            "\(item).name", "\(item).summary", "\(item).price", "\(item).taxClass", "\(item).station",
            "\(item).prepMinutes", "\(item).allergens", "\(shared).id", "\(shared).name", "\(shared).minimum",
            "\(shared).maximum", "\(shared).choices", "\(extras).choices.0.id", "\(extras).choices.0.name",
            "\(extras).choices.0.price", "\(extras).choices.0.allergens", "sites.0.spots.0.id",
            "sites.0.spots.0.name", "sites.0.spots.0.minor", "sites.0.spots.0.kind", "sites.0.spots.1.cafe",
            "sites.0.spots.2.station", "people.0.id", "people.0.name", "people.0.roles", "people.0.language",
            "people.0.locale", "people.0.balances", "people.0.balances.0.amount",
            "people.0.balances.0.currency", "people.0.badge.major", "people.0.badge.minor",
            "sites.0.gateways.0.id", "sites.0.gateways.0.spot", "devices.0.id", "devices.0.name",
            "devices.0.role",
            "devices.0.cafe", "organisation.name.en", "\(item).name.en",
        ].map(CampusChange.remove)

    /// W127: automatic punches need an end date for review and the list of the people who were informed.
    private static let automatic: [CampusChange] = [
        .set(
            "sites.0.automaticPunches", ["until": "2027-01-31"], .required,
            at: "sites.0.automaticPunches.informed"),
        .set(
            "sites.0.automaticPunches", ["informed": ["ada"]], .required, at: "sites.0.automaticPunches.until"
        ),
        .set(
            "sites.0.automaticPunches", ["until": "2027-01-31", "informed": []], .value,
            at: "sites.0.automaticPunches.informed"),
        .set(
            "sites.0.automaticPunches", ["until": "next year", "informed": ["ada"]], .value,
            at: "sites.0.automaticPunches.until"),
        .set(
            "sites.0.automaticPunches", ["until": "2027-01-31", "informed": ["ada"], "dayChangeHour": 24],
            .value,
            at: "sites.0.automaticPunches.dayChangeHour"),
    ]

    private static let identifiers: [CampusChange] = [
        .set("organisation.id", "Org"), .set("sites.0.id", "-north"), .set("\(item).id", ""),
        .set("\(extras).choices.0.id", .string(String(repeating: "a", count: 65))),
        .set("people.0.id", "ada morgan"), .set("\(cafe).tax.rates.Food", "7"),
        .set("sites.1.id", "north", .duplicate), .set("sites.1.major", 1, .duplicate),
        .set("sites.1.spots.0.id", "door", .duplicate), .set("sites.0.spots.1.minor", 0, .duplicate),
        .set("\(cafe).stations.1.id", "grill", .duplicate, at: "\(cafe).stations.1.id"),
        .set("\(menu).sections.0.items.1.id", "burger", .duplicate),
        .set("\(shared).choices.1.id", "small", .duplicate), .set("\(extras).id", "size", .duplicate),
        .set("\(extras).choices.0.id", "large", .duplicate, at: extras),
        .set("\(item).groups.2", "size", .duplicate), .set("people.1.id", "ada", .duplicate),
        .set("devices.0.id", "ada", .duplicate), .set("devices.1.id", "screen", .duplicate),
        .set("people.0.balances.1.currency", "EUR", .duplicate),
        .set("people.0.roles.1", "employee", .duplicate),
        .set("\(item).allergens.mayContain.0", "gluten", .duplicate),
        .set("\(item).diets.1", "halal", .duplicate), .set("\(shared).defaults.1", "small", .duplicate),
        .set("organisation.name.EN", "Org", .duplicate), .set("sites.0.gateways.1.id", "ear", .duplicate),
        .set("people.1.badge", ["major": 7, "minor": 65_535], .duplicate),
        .set("organisation.badgeUUID", "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", .duplicate),
    ]

    private static let references: [CampusChange] = [
        .set("\(item).station", "oven", .unknownReference),
        .set("\(item).taxClass", "luxury", .unknownReference),
        .set("\(item).groups.0", "milk", .unknownReference),
        .set("\(shared).defaults.0", "huge", .unknownReference),
        .set("sites.0.spots.1.cafe", "tea-cafe", .unknownReference),
        .set("sites.0.spots.2.station", "kettle", .unknownReference),
        .set("devices.0.cafe", "nowhere", .unknownReference),
        .set("sites.0.gateways.0.spot", "gate", .unknownReference),
        .set("organisation.badgeUUID", .null, .value, at: "people.0.badge"),
        .set("\(cafe).printers.0.backup", "bar-printer", .unknownReference),
        .set("\(cafe).printers.0.stations.0", "oven", .unknownReference),
        .set("\(cafe).printers.0.backup", "grill-printer", .value),
    ]

    private static let texts: [CampusChange] = [
        .set("\(item).name.en", ""), .set("\(item).name.ja", " \u{3000}"), .set("people.0.name", " "),
        .set("\(item).name.en", .string(String(repeating: "a", count: TextRule.maximumLength + 1))),
        .set("\(item).name.en", "two\nlines"), .set("\(item).name.en", "\u{202E}kaerb"),
        .set("people.0.name", .string("A" + String(repeating: "\u{301}", count: 9) + "da")),
        .set("\(item).name.english language", "x"), .set("organisation.defaultLanguage", "e"),
        .set("people.0.language", "日本語"), .set("people.0.locale", "en_GB"),
        .set(
            "\(item).name", .object([:]), .required,
            at: "\(item).name.en"),
    ]

    private static let numbers: [CampusChange] = [
        .set("\(item).price", -1), .set("\(item).price", .number("9.5"), .type),
        .set("\(item).price", .number("1e3"), .type), .set("\(item).price", "950", .type),
        .set("\(item).price", 1_000_000_001), .set("\(extras).choices.0.price", -90),
        .set("\(item).kilocalories", -1), .set("\(extras).choices.0.kilocalories", 20_001),
        .set("\(extras).choices.0.maximumQuantity", 0), .set("\(item).stock", -1),
        .set("\(cafe).printers.0.port", 0), .set("\(cafe).printers.0.columns", 40),
        .set("\(item).prepMinutes", 241), .set("sites.0.major", 65_536), .set("sites.0.spots.0.minor", -1),
        .set("people.0.badge.major", 65_536), .set("people.0.badge.minor", -1),
        .set("\(cafe).dayBoundaryHour", 24), .set("sites.0.coordinate.latitude", .number("90.01")),
        .set("sites.0.coordinate.longitude", -181), .set("\(cafe).coordinate.latitude", .number("1e999")),
        .set("people.0.balances.0.amount", -1), .set("people.0.balances.0.amount", .integer(.max)),
        .set("\(shared).defaults", ["small", "large"]), .set("\(extras).maximum", 4),
        .set("\(extras).maximum", 0), .set("\(extras).minimum", -1),
        .set(
            "\(cafe).ticketAges", ["arrival": ["ageingMinutes": 5, "lateMinutes": 5]],
            at: "\(cafe).ticketAges.arrival.lateMinutes"),
        .set(
            "\(cafe).ticketAges", ["guests": ["ageingMinutes": 5, "lateMinutes": 8]],
            at: "\(cafe).ticketAges.guests"),
        .set("\(shared).minimum", 2, at: "\(shared).maximum"),
    ]

    private static let words: [CampusChange] = [
        .set("organisation.beaconUUID", "6E5C7A0D3B414E0A9C528F2D71B6A4E3"),
        .set("organisation.beaconUUID", "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4EG"),
        .set("organisation.badgeUUID", "none"),
        .set("\(cafe).printers.0.host", "10.0.0.7/x"), .set("\(cafe).printers.0.codePage", "latin1"),
        .set("\(cafe).printers.0.language", "english language"),
        .set("sites.0.timeZone", "Europe/Atlantis"), .set("sites.0.timeZone", "CET"),
        .set("\(cafe).currency", "EUX"), .set("\(cafe).tax.rounding", "up"),
        .set("\(cafe).tax.roundingLevel", "basket"),
        .set(
            "\(cafe).tax",
            [
                "included": true, "rounding": "down", "roundingLevel": "order",
                "rates": ["food": "1", "drinks": "2", "a": "3", "b": "4", "c": "5", "d": "6"],
            ], at: "\(cafe).tax.roundingLevel"),
        .set("sites.0.spots.0.kind", "exit"), .set("people.0.roles.0", "kitchen"),
        .set("devices.0.role", "employee"), .set("\(item).allergens", "none"),
        .set("\(item).diets.0", "carnivorous"), .set("\(item).picture", "../secret"),
        .set("\(extras).choices.0.diets", ["vegan"]),
        .set("\(menu).sections.0.items.1.served.monday.0", "11:30-08:00"),
        .set("\(item).allergens.contains.0", "glutan"), .set("\(cafe).tax.rates.food", "8.25001"),
        .set("\(cafe).tax.rates.food", "100.0001"), .set("\(cafe).tax.rates.food", "8,25"),
        .set("\(cafe).hours.monday.0", "8:00-12:00"), .set("\(cafe).hours.monday.0", "08:00-24:01"),
        .set("\(cafe).hours.monday.0", "12:00-12:00"), .set("\(cafe).hours.monday.1", "11:59-13:00"),
        .set("\(cafe).hours.tuesday.0", "18:00-02:00"), .set("\(cafe).hours.monday.0", "08:60-12:00"),
    ]

    private static let sets: [CampusChange] = [
        .set("sites", .array([])), .set("\(cafe).stations", .array([]), at: "\(cafe).stations"),
        .set("\(menu).sections.0.items", .array([])), .set("\(extras).choices", .array([])),
        .set("people.0.roles", .array([])),
    ]

    private static let shapes: [CampusChange] = [
        .set("\(cafe).closedOnHolidays", 1, .type),
        .set("\(cafe).exceptions", [["from": "2026-12-24"]], .required, at: "\(cafe).exceptions.0.hours"),
        .set(
            "\(cafe).exceptions", [["from": "24 December", "hours": []]],
            at: "\(cafe).exceptions.0.from"),
        .set(
            "\(cafe).exceptions", [["from": "2026-12-24", "through": "2026-12-23", "hours": []]],
            at: "\(cafe).exceptions.0.through"),
        .set(
            "\(cafe).exceptions", [["from": "2026-12-24", "hours": ["8-9"]]],
            at: "\(cafe).exceptions.0.hours.0"),
        .set(
            "\(cafe).exceptions",
            [
                ["from": "2026-12-24", "through": "2026-12-26", "hours": []],
                ["from": "2026-12-26", "hours": ["08:00-09:00"]],
            ], .duplicate, at: "\(cafe).exceptions.1.from"),
        .set("organization", .object([:]), .unknownMember), .set("\(item).prise", 9, .unknownMember),
        .set("sites.0.spots.0.cafe", "grill-cafe", .unknownMember),
        .set("sites.0.spots.1.station", "bar", .unknownMember),
        .set("\(item).allergens.traces", .array([]), .unknownMember),
        .set("\(cafe).hours.Monday", .array([]), .unknownMember),
        .set("sites.1.cafes.0.hours.monday", .array([])), .set("\(cafe).tax.included", "yes", .type),
        .set("\(cafe).tax.rates.food", 7, .type), .set("sites.0.cafes", .object([:]), .type),
        .set("people.0", "ada", .type), .set("\(item).groups", "size", .type),
        .set("\(item).groups.0", 1, .type),
        .set("\(cafe).hours.monday", "08:00-12:00", .type), .set("\(item).allergens", .array([]), .type),
        .set("organisation", .null, .type), .set("sites.0.gateways.0.key", "secret", .unknownMember),
        .set("sites.0.gateways", .object([:]), .type), .set("people.0.badge.uuid", "x", .unknownMember),
    ]
}
