import Essentials
import Ordering
import Testing

struct BasketRepricingTests {
    private let basket = Basket(lines: [
        line("soup", 2), line("latte", 1, [chosen("oat"), chosen("shot")]),
        line("latte", 1, [chosen("whole")]),
    ])

    /// The unit prices of the basket's lines at a café, as a page shows them.
    private func prices(at cafe: Cafe) throws -> [Money?] {
        try basket.priced(at: cafe).lines.map(\.unitPrice)
    }

    @Test
    func `C7: lines with the price that the person saw, or never saw, are unchanged`() throws {
        let unchanged = try basket.priced(at: cafe()).lines.map { BasketRepricing.Outcome.unchanged($0) }
        let seen = try basket.repriced(
            at: cafe("second"), seen: prices(at: cafe()), soldOut: [], pickup: noon)
        #expect(seen.outcomes == unchanged)
        #expect(seen.isOrderable)
        #expect(try basket.repriced(at: cafe(), seen: [], soldOut: [], pickup: noon).outcomes == unchanged)
    }

    @Test
    func `C7: a changed price, a missing choice and a missing item are each named in the line's place`()
        throws
    {
        let oatOnly = ChoiceGroup(
            id: id("milk"), name: text("Milk"), minimum: 1, maximum: 1,
            choices: milkGroup.choices.filter { $0.id == id("oat") })
        let second = try cafe("second", items: [latte(price: euros(300), groups: [oatOnly])])
        let repricing = try basket.repriced(at: second, seen: prices(at: cafe()), soldOut: [], pickup: noon)
        #expect(
            repricing.outcomes == [.missing, .choicesMissing([id("shot")]), .choicesMissing([id("whole")])])
        #expect(!repricing.isOrderable)
        #expect(try repricing.orderable(at: second) == nil)

        let cheaper = try cafe("third", items: [latte(price: euros(300)), soup()])
        let sold = try basket.priced(at: cheaper).lines
        let seen = try prices(at: cafe())
        let changed = basket.repriced(at: cheaper, seen: seen, soldOut: [], pickup: noon)
        #expect(
            changed.outcomes == [
                .unchanged(sold[0]), .priceChanged(from: try #require(seen[1]), to: sold[1]),
                .priceChanged(from: try #require(seen[2]), to: sold[2]),
            ])
        #expect(try changed.orderable(at: cheaper) == basket.priced(at: cheaper))
    }

    @Test
    func `C7: sold-out lines are reported, and the rest still has its sum`() throws {
        let repricing = try basket.repriced(at: cafe("second"), seen: [], soldOut: [id("soup")], pickup: noon)
        #expect(repricing.outcomes.first == .soldOut)
        #expect(repricing.outcomes.count == 3)
        #expect(!repricing.isOrderable)
        #expect(try repricing.orderable(at: cafe())?.lines.count == 2)
    }

    @Test
    func `C26: equal figures of another currency are a changed price`() throws {
        let plain = soup()
        let foreign = MenuItem(
            id: plain.id, name: plain.name, price: Money(minorUnits: 620, currency: dollar),
            taxClass: plain.taxClass, station: plain.station, prepMinutes: 1, allergens: plain.allergens)
        let austin = try cafe("austin", items: [foreign], currency: dollar)
        let one = Basket(lines: [line("soup")])
        let sold = try one.priced(at: austin).lines[0]
        let repricing = one.repriced(at: austin, seen: [euros(620)], soldOut: [], pickup: noon)
        #expect(repricing.outcomes == [.priceChanged(from: euros(620), to: sold)])
    }

    @Test
    func `C7: a group that only this café asks for is a refusal of that line`() throws {
        let one = Basket(lines: [line("latte")])
        let repricing = try one.repriced(at: cafe("second"), seen: [nil], soldOut: [], pickup: noon)
        let mistake = BasketMistake(line: 0, reason: .tooFewChoices(id("milk"), minimum: 1))
        #expect(repricing.outcomes == [.refused([mistake])])
    }

    @Test
    func `an empty basket cannot be ordered`() throws {
        #expect(try !Basket(lines: []).repriced(at: cafe(), seen: [], soldOut: [], pickup: noon).isOrderable)
    }
}
