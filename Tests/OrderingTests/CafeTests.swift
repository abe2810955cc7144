import Essentials
import Ordering
import Testing

struct CafeTests {
    @Test
    func `an item is found by its identifier, and another is not`() throws {
        let menu = try cafe().menu
        #expect(menu.item(id("soup"))?.price == euros(620))
        #expect(menu.item(id("latte"))?.choice(id("oat"))?.group.id == id("milk"))
        #expect(menu.item(id("cake")) == nil)
        #expect(["soup", "latte", "cake"].map { menu.countsStock(of: id($0)) } == [true, false, false])
    }

    @Test
    func `a closed café refuses with its next opening, if there is one`() throws {
        let range = try #require(LocalTimeRange("08:00–14:00"))
        let daily = Dictionary(uniqueKeysWithValues: Weekday.allCases.map { ($0, [range]) })
        let sections = [MenuSection(name: text("All"), items: [latte()])]
        let open = try cafe(sections: sections, ranges: daily)
        try open.checkOpen(at: noon)
        let opening = noon.advanced(by: .seconds(-4 * 3_600))
        #expect(throws: OrderRefusal.cafeClosed(opensAt: opening)) {
            try open.checkOpen(at: opening.advanced(by: .milliseconds(-1)))
        }
        #expect(throws: OrderRefusal.cafeClosed(opensAt: opening.advanced(by: .seconds(86_400)))) {
            try open.checkOpen(at: opening.advanced(by: .seconds(6 * 3_600)))
        }
        let never = try cafe(sections: sections)
        #expect(throws: OrderRefusal.cafeClosed(opensAt: nil)) { try never.checkOpen(at: noon) }
    }

    @Test(arguments: [(-1, 0), (0, 1), (1, 1)])
    func `a service day begins at the café's boundary hour`(milliseconds: Int64, days: Int) throws {
        let boundary = Timestamp(millisecondsSinceEpoch: 20_000 * 86_400_000 + 4 * 3_600_000)
        let day = try cafe().serviceDay(at: boundary.advanced(by: .milliseconds(milliseconds)))
        #expect(day.date == CalendarDate(daysSinceEpoch: 19_999 + days))
    }

    @Test
    func `all inconsistencies of a café are reported at once`() {
        let group = ChoiceGroup(
            id: id("milk"), name: text("Milk"), minimum: 2, maximum: 1,
            choices: [
                Choice(
                    id: id("a"), name: text("A"), price: Money(minorUnits: -1, currency: dollar),
                    allergens: .unknown, maximumQuantity: 0),
                Choice(id: id("a"), name: text("A"), price: euros(0), allergens: .unknown),
            ])
        let lost = MenuItem(
            id: id("latte"), name: text("Lost"), price: Money(minorUnits: -5, currency: dollar),
            taxClass: id("odd"), station: id("moon"), prepMinutes: -1, allergens: .unknown,
            groups: [group, group])
        let item = CafeMistake.Place.item(section: 0, item: 1)
        let second = CafeMistake.Place.group(section: 0, item: 1, group: 1)
        var expected: [CafeMistake] = [
            CafeMistake(place: .cafe, reason: .dayBoundaryOutOfRange),
            CafeMistake(place: .cafe, reason: .negativeUndoWindow),
            CafeMistake(place: .station(1), reason: .duplicateIdentifier("bar")),
            CafeMistake(place: item, reason: .wrongCurrency(dollar)),
            CafeMistake(place: item, reason: .negativePrice),
            CafeMistake(place: item, reason: .unknownTaxClass(id("odd"))),
            CafeMistake(place: item, reason: .unknownStation(id("moon"))),
            CafeMistake(place: item, reason: .negativePrepMinutes),
            CafeMistake(place: item, reason: .duplicateIdentifier("latte")),
            CafeMistake(place: .group(section: 0, item: 1, group: 0), reason: .impossibleGroup),
        ]
        expected += choiceMistakes(
            group: 0, choice: 0, [.wrongCurrency(dollar), .negativePrice, .maximumQuantityBelowOne])
        expected += choiceMistakes(group: 0, choice: 1, [.duplicateIdentifier("a")])
        expected += [
            CafeMistake(place: second, reason: .impossibleGroup),
            CafeMistake(place: second, reason: .duplicateIdentifier("milk")),
        ]
        expected += choiceMistakes(
            group: 1, choice: 0,
            [.wrongCurrency(dollar), .negativePrice, .maximumQuantityBelowOne, .duplicateIdentifier("a")])
        expected += choiceMistakes(group: 1, choice: 1, [.duplicateIdentifier("a")])
        let sections = [MenuSection(name: text("All"), items: [latte(), lost])]
        #expect(throws: CafeRefusal(mistakes: expected)) {
            try cafe(
                sections: sections, stations: [id("bar"), id("bar")], dayBoundaryHour: 24,
                undoWindow: .seconds(-1))
        }
    }

    @Test(arguments: [(0, 0, true), (3, 3, true), (4, 9, false), (-1, 2, false), (Int.max, Int.max, false)])
    func `a group must be possible to satisfy with its choices`(minimum: Int, maximum: Int, isPossible: Bool)
    {
        let choices = [("a", 1), ("b", 2)].map { name, quantity in
            Choice(
                id: id(name), name: text(name), price: euros(0), allergens: .unknown,
                maximumQuantity: quantity)
        }
        let group = ChoiceGroup(
            id: id("group"), name: text("Group"), minimum: minimum, maximum: maximum, choices: choices)
        let mistake = CafeMistake(place: .group(section: 0, item: 0, group: 0), reason: .impossibleGroup)
        #expect(
            mistakes { () throws(CafeRefusal) in try cafe(items: [latte(groups: [group])]) }
                == (isPossible ? [] : [mistake]))
    }

    private func choiceMistakes(group: Int, choice: Int, _ reasons: [CafeMistake.Reason]) -> [CafeMistake] {
        reasons.map {
            CafeMistake(place: .choice(section: 0, item: 1, group: group, choice: choice), reason: $0)
        }
    }

    private func mistakes(in make: () throws(CafeRefusal) -> Cafe) -> [CafeMistake] {
        do {
            _ = try make()
            return []
        } catch {
            return error.mistakes
        }
    }
}
