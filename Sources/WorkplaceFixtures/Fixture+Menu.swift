import Essentials
import Ordering

extension Fixture {
    static let openingHours = OpeningHours(
        Dictionary(
            uniqueKeysWithValues: Weekday.allCases.map { ($0, [known(LocalTimeRange("07:00-18:00"))]) }))

    static let taxRules = TaxRules(
        mode: .included, rounding: .halfUp,
        rates: [reduced: known(TaxRate(partsPerMillion: 70_000))])

    static let menu = Menu(sections: [
        MenuSection(name: label("Dishes", "料理"), items: [soupItem, cakeItem])
    ])

    private static let reduced = known(TaxClassID("reduced"))

    private static let soupItem = MenuItem(
        id: soup, name: label("Soup of the day", "本日のスープ"), price: euros(450), taxClass: reduced,
        station: counter, prepMinutes: 4,
        allergens: .declared(contains: [.celery], mayContain: [.mustard]),
        groups: [
            ChoiceGroup(
                id: known(ChoiceGroupID("topping")), name: label("Topping", "トッピング"), minimum: 0, maximum: 2,
                choices: [creamChoice])
        ])

    private static let creamChoice = Choice(
        id: cream, name: label("Sour cream \"extra\"", "サワークリーム"), price: euros(60),
        allergens: .declared(contains: [.milk], mayContain: []), maximumQuantity: 2)

    private static let cakeItem = MenuItem(
        id: cake, name: label("Cake", "ケーキ"), price: euros(380), taxClass: reduced, station: counter,
        prepMinutes: 1, allergens: .unknown, hasCountedStock: true)
}
