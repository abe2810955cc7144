import Foundation
import JSON

/// Who orders what, where and when at a simulated lunch; the same numbers give the same lunch.
struct LunchPlan: Sendable {
    /// An order as its person wants it.
    struct Order: Sendable {
        let number: Int
        let person: String
        let cafe: String
        let items: [Item]
        /// Which of the next pickup windows, counted from the first; `nil` for as soon as possible.
        let window: Int?

        var total: Int64 { items.reduce(0) { $0 + $1.price } }
    }

    /// An item of the menu.
    struct Item: Sendable {
        let name: String
        let price: Int64
        let station: String
    }

    static let ordersPerCafe = 250
    /// 5,000 orders in an hour, 20 times as fast.
    static let ordersPerSecond = 5_000.0 * 20 / 3_600
    static let openingBalance: Int64 = 1_000_000
    static let currency = "EUR"
    private static let windowMinutes = 5
    /// Twelve windows of an hour have room for all orders of a café, and for not many more.
    private static let windowsPerHour = 12
    /// Most people want to eat at the same time.
    private static let wishes: [Int?] = [nil, 5, nil, 6, nil, 6, nil, 5, nil, 7]
    private static let menu = ["hot", "cold"].flatMap { station in
        (1...4).map { Item(name: "\(station)-\($0)", price: Int64(250 + 95 * $0), station: station) }
    }

    let orderCount: Int
    let kills: Int
    let cafes: [String]
    /// So many that nobody reaches the limit of orders in a minute.
    let people: [String]

    init(orders: Int, kills: Int) {
        orderCount = orders
        self.kills = kills
        cafes = (1...max(2, orders / Self.ordersPerCafe)).map { "cafe-\($0)" }
        people = (1...max(20, orders / 10)).map { "person-\($0)" }
    }

    /// A plan that only describes its campus: people who order once each.
    init(cafes: Int, people: Int) {
        (orderCount, kills) = (people, 0)
        self.cafes = (1...cafes).map { "cafe-\($0)" }
        self.people = (1...people).map { "person-\($0)" }
    }

    /// The most orders of a window.
    var windowCapacity: Int {
        let perCafe = (orderCount + cafes.count - 1) / cafes.count
        return (perCafe * 11 / 10 + Self.windowsPerHour - 1) / Self.windowsPerHour
    }

    /// After how many acknowledged orders the server is killed: in the middle, so that there is a before and an after.
    var killsAfter: [Int] { (0..<kills).map { orderCount / 5 + orderCount * 2 / 5 * $0 / max(1, kills) } }

    func order(_ number: Int) -> Order {
        let turn = number / cafes.count
        let hot = Self.menu[turn % 4]
        let cold = Self.menu[4 + (turn / 4) % 4]
        // A third has one item of one station.
        let items = [[hot, cold], [cold], [hot, cold], [hot], [cold, hot], [hot, cold]][turn % 6]
        return Order(
            number: number, person: people[number % people.count], cafe: cafes[number % cafes.count],
            items: items, window: Self.wishes[turn % Self.wishes.count])
    }

    /// When an order is placed, from the beginning of the lunch.
    static func due(_ number: Int) -> Duration { .seconds(Double(number) / ordersPerSecond) }

    // MARK: - Campus

    /// The campus file, in a time zone where it is late morning now: then the next hours have all their windows.
    func campus(utcHour: Int) -> JSONValue {
        [
            "organisation": [
                "id": "simulated-lunch", "name": ["en": "Simulated lunch"], "defaultLanguage": "en",
                "beaconUUID": "0D6B8F5C-52A5-4F8E-9C2C-3D6B1E0A7F11",
            ],
            "sites": [
                [
                    "id": "campus", "name": ["en": "Campus"],
                    "timeZone": .string(Self.zone(utcHour: utcHour)),
                    "major": 1, "coordinate": Self.coordinate, "spots": [],
                    "cafes": .array(cafes.map(cafe)),
                ]
            ],
            "people": .array(people.map(person)),
            "devices": .array(cafes.flatMap { cafe in LunchScreen.Work.allCases.map { device($0, cafe) } }),
        ]
    }

    /// A zone whose clocks show 11 now.
    ///
    /// POSIX counts from the zone to UTC, so that the sign is the other way round.
    static func zone(utcHour: Int) -> String {
        let ahead = 11 - utcHour
        return ahead == 0 ? "Etc/GMT" : ahead > 0 ? "Etc/GMT-\(ahead)" : "Etc/GMT+\(-ahead)"
    }

    static let coordinate: JSONValue = ["latitude": 0, "longitude": 0]

    func person(_ name: String) -> JSONValue {
        [
            "id": .string(name), "name": .string(name), "roles": ["employee"], "language": "en",
            "locale": "en-GB",
            "balances": [["amount": .integer(Self.openingBalance), "currency": .string(Self.currency)]],
        ]
    }

    func device(_ work: LunchScreen.Work, _ cafe: String) -> JSONValue {
        [
            "id": .string(work.device(at: cafe)), "name": ["en": .string(work.device(at: cafe))],
            "role": work == .board ? "board" : "kitchen", "cafe": .string(cafe),
        ]
    }

    func cafe(_ name: String) -> JSONValue {
        [
            "id": .string(name), "name": ["en": .string(name)], "currency": .string(Self.currency),
            "coordinate": Self.coordinate, "hours": ["everyday": ["00:00-24:00"]], "dayBoundaryHour": 4,
            "pickup": [
                "minutes": .integer(Int64(Self.windowMinutes)), "orders": .integer(Int64(windowCapacity)),
            ],
            "tax": ["included": true, "rounding": "half-up", "rates": ["food": "7"]],
            "stations": [["id": "hot", "name": ["en": "Hot"]], ["id": "cold", "name": ["en": "Cold"]]],
            "menu": [
                "groups": [],
                "sections": [
                    ["id": "lunch", "name": ["en": "Lunch"], "items": .array(Self.menu.map(Self.menuItem))]
                ],
            ],
        ]
    }

    private static func menuItem(_ item: Item) -> JSONValue {
        [
            "id": .string(item.name), "name": ["en": .string(item.name)], "summary": ["en": "Simulated."],
            "price": .integer(item.price),
            "taxClass": "food", "station": .string(item.station), "prepMinutes": 4, "allergens": [:],
            "diets": [],
        ]
    }
}
