import Essentials
import Ordering
import Testing

/// Serving hours of single items; noon is 12:00 in the café's zone.
struct ServingTests {
    private func breakfast() throws -> MenuItem { try served("eggs", "07:00-12:00") }
    private func lunch() throws -> MenuItem { try served("pasta", "12:00-14:30") }

    private func served(_ name: String, _ range: String) throws -> MenuItem {
        let hours = OpeningHours(
            Dictionary(
                uniqueKeysWithValues: try Weekday.allCases.map {
                    ($0, [try #require(LocalTimeRange(range))])
                }))
        return MenuItem(
            id: id(name), name: text("Dish"), price: euros(500), taxClass: id("standard"), station: id("bar"),
            prepMinutes: 5, allergens: .unknown, servingHours: hours)
    }

    private let minute = Duration.seconds(60)

    @Test
    func `C16 an item is judged by its hours at the time of pickup`() throws {
        let place = try cafe(items: [breakfast(), lunch(), soup()])
        let items: [ItemID] = [id("eggs"), id("soup"), id("eggs"), id("pasta")]
        #expect(throws: OrderRefusal.notServed([id("eggs")])) { try place.checkServed(items, at: noon) }
        #expect(throws: OrderRefusal.notServed([id("pasta")])) {
            try place.checkServed(items, at: noon.advanced(by: .seconds(-1)))
        }
        try place.checkServed([id("pasta"), id("soup"), id("unicorn")], at: noon)
    }

    @Test
    func `C16 a quote names the line that is not served, and from when it is`() throws {
        let place = try cafe(items: [breakfast(), lunch(), soup()])
        let basket = Basket(lines: [line("eggs"), line("pasta"), line("soup")])
        let atNoon = basket.repriced(at: place, seen: [], soldOut: [id("soup")], pickup: noon)
        let tomorrow = noon.advanced(by: .seconds(19 * 3_600))
        let eggs = try #require(atNoon.servableLines.first)
        #expect(atNoon.outcomes.first == .notServed(eggs, from: tomorrow))
        #expect(atNoon.outcomes.last == .soldOut)
        #expect(atNoon.servableLines.map(\.item) == [id("eggs"), id("pasta")])
        #expect(!atNoon.isOrderable)
        #expect(atNoon.orderableLines.map(\.item) == [id("pasta")])
        let before = basket.repriced(at: place, seen: [], soldOut: [], pickup: noon.advanced(by: minute * -1))
        #expect(before.outcomes[1] == .notServed(before.servableLines[1], from: noon))
    }

    @Test
    func `an order that waits lasts until the first of its items is no longer served`() throws {
        let place = try cafe(items: [breakfast(), lunch(), soup()])
        let basket = Basket(lines: [line("soup"), line("pasta")])
        #expect(place.servingEnd(of: basket, after: noon) == noon.advanced(by: minute * 150))
        #expect(place.servingEnd(of: Basket(lines: [line("soup")]), after: noon) == nil)
    }

    @Test
    func `an item without any hours is never served, and says no time`() throws {
        let never = MenuItem(
            id: id("ghost"), name: text("Ghost"), price: euros(1), taxClass: id("standard"),
            station: id("bar"),
            prepMinutes: 0, allergens: .unknown, servingHours: OpeningHours([:]))
        let place = try cafe(items: [never])
        let repricing = Basket(lines: [line("ghost")])
            .repriced(at: place, seen: [], soldOut: [], pickup: noon)
        #expect(repricing.outcomes == [.notServed(try #require(repricing.servableLines.first), from: nil)])
    }
}
