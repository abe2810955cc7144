import Essentials
import Ordering

let milkGroup = ChoiceGroup(
    id: id("milk"), name: text("Milk"), minimum: 1, maximum: 1,
    choices: [
        Choice(
            id: id("whole"), name: text("Whole milk"), price: euros(0),
            allergens: .declared(contains: [.milk], mayContain: [])),
        Choice(
            id: id("oat"), name: text("Oat drink"), price: euros(40),
            allergens: .declared(contains: [.gluten], mayContain: [.soybeans])),
    ])

let extrasGroup = ChoiceGroup(
    id: id("extras"), name: text("Extras"), minimum: 0, maximum: 3,
    choices: [
        Choice(
            id: id("shot"), name: text("Extra shot"), price: euros(60),
            allergens: .declared(contains: [], mayContain: []), maximumQuantity: 2),
        Choice(id: id("syrup"), name: text("Syrup of the house"), price: euros(50), allergens: .unknown),
        Choice(
            id: id("cream"), name: text("Cream"), price: euros(30),
            allergens: .declared(contains: [.milk], mayContain: [])),
    ])

func latte(price: Money = euros(350), groups: [ChoiceGroup] = [milkGroup, extrasGroup]) -> MenuItem {
    MenuItem(
        id: id("latte"), name: text("Latte"), price: price, taxClass: id("standard"), station: id("bar"),
        prepMinutes: 2, allergens: .declared(contains: [], mayContain: [.nuts]), groups: groups)
}

func soup(price: Money = euros(620)) -> MenuItem {
    MenuItem(
        id: id("soup"), name: text("Soup"), summary: text("Of the day"), price: price,
        taxClass: id("reduced"),
        station: id("pass"), prepMinutes: 1, allergens: .declared(contains: [.celery], mayContain: []),
        hasCountedStock: true)
}

func rules(
    _ mode: TaxMode = .included, _ rounding: RoundingMode = .halfUp, standard: Int = 190_000
) -> TaxRules {
    TaxRules(
        mode: mode, rounding: rounding, rates: [id("standard"): rate(standard), id("reduced"): rate(70_000)])
}

func cafe(
    _ name: String = "main", items: [MenuItem] = [latte(), soup()], currency: Currency = euro,
    taxRules: TaxRules = rules()
) throws(CafeRefusal) -> Cafe {
    try cafe(
        name, sections: [MenuSection(name: text("All"), items: items)], currency: currency, taxRules: taxRules
    )
}

func cafe(
    _ name: String = "main", sections: [MenuSection], currency: Currency = euro, taxRules: TaxRules = rules(),
    stations: [StationID] = [id("bar"), id("pass")], ranges: [Weekday: [LocalTimeRange]] = [:],
    dayBoundaryHour: Int = 4,
    undoWindow: Duration = .seconds(5)
) throws(CafeRefusal) -> Cafe {
    try Cafe(
        id: id(name), site: id("campus"), name: text("Café"), zone: .utc, currency: currency,
        openingHours: OpeningHours(ranges), dayBoundaryHour: dayBoundaryHour, taxRules: taxRules,
        menu: Menu(sections: sections), stations: stations.map { Station(id: $0, name: text("Station")) },
        undoWindow: undoWindow)
}

func line(
    _ item: String, _ quantity: Int = 1, _ choices: [ChoiceSelection] = [], note: String? = nil
) -> BasketLine {
    BasketLine(item: id(item), quantity: quantity, choices: choices, note: note)
}

func chosen(_ choice: String, _ quantity: Int = 1) -> ChoiceSelection {
    ChoiceSelection(choice: id(choice), quantity: quantity)
}

func order(_ basket: PricedBasket, number: Int = 1, diner: String = "ada") throws -> Order {
    guard let number = OrderNumber(sequence: number) else { preconditionFailure("no such number") }
    return Order(
        id: id("order-\(number.sequence)"), number: number, cafe: id("main"), diner: id(diner),
        basket: basket,
        placedAt: noon, serviceDay: CalendarDate(daysSinceEpoch: 20_370), channel: .web)
}
