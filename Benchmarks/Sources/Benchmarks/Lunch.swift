import Essentials
import JSON
import Ordering

/// The order that the benchmarks share: three lines with choices, at a café that offers nothing else.
struct Lunch {
    let cafe: Cafe
    let basket: Basket
    /// The order as a client sends it.
    let body: [UInt8]
    /// The same, parsed.
    let value: JSONValue

    init() throws {
        let words = try Words()
        let milk = try words.group("milk", choices: ["whole-milk": 0, "oat-milk": 50])
        let size = try words.group("size", choices: ["regular": 0, "large": 60])
        let side = try words.group("side", choices: ["fries": 0, "side-salad": 0])
        let dressing = try words.group("dressing", choices: ["tahini": 0, "vinaigrette": 0])
        let items = [
            try words.item("smash-burger", price: 980, groups: [side]),
            try words.item("grain-bowl", price: 860, groups: [dressing]),
            try words.item("cappuccino", price: 340, groups: [size, milk]),
        ]
        cafe = try words.cafe(offering: items)
        basket = Basket(lines: [
            BasketLine(item: try words.id("smash-burger"), choices: [try words.selection("fries")]),
            BasketLine(
                item: try words.id("grain-bowl"), choices: [try words.selection("tahini")], note: "no onions"),
            BasketLine(
                item: try words.id("cappuccino"), quantity: 2,
                choices: [try words.selection("large"), try words.selection("oat-milk")]),
        ])
        body = Array(Self.text.utf8)
        value = try JSONValue(parsing: body)
    }

    private static let text = """
        {"cafe":"main-cafe","lines":[\
        {"item":"smash-burger","quantity":1,"choices":[{"choice":"fries","quantity":1}]},\
        {"item":"grain-bowl","quantity":1,"choices":[{"choice":"tahini","quantity":1}],"note":"no onions"},\
        {"item":"cappuccino","quantity":2,"choices":[{"choice":"large","quantity":1},{"choice":"oat-milk",\
        "quantity":1}]}],"expectedTotal":{"amount":2740,"currency":"EUR"}}
        """
}

/// Makes the parts of the café from plain words.
private struct Words {
    struct Unusable: Error { let text: String }

    private let currency: Currency
    private let language: LanguageTag

    init() throws {
        currency = try Self.required(Currency("EUR"), "EUR")
        language = try Self.required(LanguageTag("en"), "en")
    }

    private static func required<Value>(_ value: Value?, _ text: String) throws -> Value {
        guard let value else { throw Unusable(text: text) }
        return value
    }

    func id<Owner>(_ text: String) throws -> Identifier<Owner> {
        try Self.required(Identifier(text), text)
    }

    func selection(_ choice: String) throws -> ChoiceSelection { ChoiceSelection(choice: try id(choice)) }

    private func name(_ text: String) throws -> LocalizedText {
        try LocalizedText([language: text], defaultLanguage: language)
    }

    private func money(_ amount: Int64) -> Money { Money(minorUnits: amount, currency: currency) }

    private func contains(_ allergens: AllergenSet) -> AllergenStatement {
        .declared(contains: allergens, mayContain: [])
    }

    func group(_ id: String, choices: KeyValuePairs<String, Int64>) throws -> ChoiceGroup {
        ChoiceGroup(
            id: try self.id(id), name: try name(id), minimum: 1, maximum: 1,
            choices: try choices.map { choice, price in
                Choice(
                    id: try self.id(choice), name: try name(choice), price: money(price),
                    allergens: contains([.milk]))
            })
    }

    func item(_ id: String, price: Int64, groups: [ChoiceGroup]) throws -> MenuItem {
        MenuItem(
            id: try self.id(id), name: try name(id), price: money(price), taxClass: try self.id("food"),
            station: try self.id("grill"), prepMinutes: 5, allergens: contains([.gluten, .milk]),
            groups: groups)
    }

    func cafe(offering items: [MenuItem]) throws -> Cafe {
        let rate = try Self.required(TaxRate(partsPerMillion: 70_000), "7 %")
        return try Cafe(
            id: try id("main-cafe"), site: try id("berlin"), name: try name("Main Café"),
            zone: try Self.required(Zone("Europe/Berlin"), "Europe/Berlin"), currency: currency,
            openingHours: OpeningHours([:]), dayBoundaryHour: 4,
            taxRules: TaxRules(mode: .included, rounding: .halfUp, rates: [try id("food"): rate]),
            menu: Menu(sections: [MenuSection(name: try name("Lunch"), items: items)]),
            stations: [Station(id: try id("grill"), name: try name("Grill"))])
    }
}
