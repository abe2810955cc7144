import Essentials
import Ordering
import Testing

struct BasketRepricingTests {
    private let basket = Basket(lines: [
        line("soup", 2), line("latte", 1, [chosen("oat"), chosen("shot")]),
        line("latte", 1, [chosen("whole")]),
    ])

    @Test
    func `C7: lines that cost the same are unchanged`() throws {
        let repricing = try basket.repriced(at: cafe("second"), comparedWith: cafe(), soldOut: [])
        #expect(repricing.outcomes == (try basket.priced(at: cafe()).lines.map { .unchanged($0) }))
        #expect(repricing.isUnchanged)
    }

    @Test
    func `C7: a changed price, a missing choice and a missing item are each named in the line's place`()
        throws
    {
        let oatOnly = ChoiceGroup(
            id: id("milk"), name: text("Milk"), minimum: 1, maximum: 1,
            choices: milkGroup.choices.filter { $0.id == id("oat") })
        let second = try cafe("second", items: [latte(price: euros(300), groups: [oatOnly])])
        let repricing = try basket.repriced(at: second, comparedWith: cafe(), soldOut: [])
        #expect(
            repricing.outcomes == [.missing, .choicesMissing([id("shot")]), .choicesMissing([id("whole")])])
        #expect(!repricing.isUnchanged)

        let cheaper = try cafe("third", items: [latte(price: euros(300)), soup()])
        let sold = try basket.priced(at: cheaper).lines
        #expect(
            try basket.repriced(at: cheaper, comparedWith: cafe(), soldOut: []).outcomes == [
                .unchanged(sold[0]), .priceChanged(from: euros(450), to: sold[1]),
                .priceChanged(from: euros(350), to: sold[2]),
            ])
    }

    @Test
    func `C7: what is sold out at the other café is named`() throws {
        let repricing = try basket.repriced(at: cafe("second"), comparedWith: cafe(), soldOut: [id("soup")])
        #expect(repricing.outcomes.first == .soldOut)
        #expect(repricing.outcomes.count == 3)
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
        let repricing = try one.repriced(at: austin, comparedWith: cafe(), soldOut: [])
        #expect(repricing.outcomes == [.priceChanged(from: euros(620), to: sold)])
    }

    @Test
    func `C7: a group that only the other café asks for is a refusal of that line`() throws {
        let plainLatte = try cafe(items: [latte(groups: [])])
        let one = Basket(lines: [line("latte")])
        let repricing = try one.repriced(at: cafe("second"), comparedWith: plainLatte, soldOut: [])
        let mistake = BasketMistake(line: 0, reason: .tooFewChoices(id("milk"), minimum: 1))
        #expect(repricing.outcomes == [.refused([mistake])])
    }

    @Test
    func `a line that only the other café offers has no old price`() throws {
        let one = Basket(lines: [line("soup")])
        let sold = try one.priced(at: cafe()).lines[0]
        let repricing = try one.repriced(at: cafe(), comparedWith: cafe("old", items: [latte()]), soldOut: [])
        #expect(repricing.outcomes == [.priceChanged(from: nil, to: sold)])
    }
}
