public import Essentials
public import Ordering

/// A café with a small menu, and its customers; the same values in every run.
public enum Fixture {
    /// Noon in Berlin on 2026-11-21, when the café is open.
    public static let noon = Timestamp(millisecondsSinceEpoch: 1_795_258_800_000)
    /// The currency of the café.
    public static let euro = known(Currency("EUR"))
    /// A person who eats at the café.
    public static let ada = person("ada")
    /// Another person who eats at the café.
    public static let grace = person("grace")
    /// The kitchen's display.
    public static let kitchenDisplay = known(DeviceID("kitchen-main"))
    /// The zone of the café.
    public static let berlin = known(Zone("Europe/Berlin"))
    /// The station of everything on the menu.
    public static let counter = known(StationID("counter"))
    /// A dish with choices, in two languages.
    public static let soup = item("soup")
    /// A dish with counted stock.
    public static let cake = item("cake")
    /// A choice for the soup that has a price and an allergen.
    public static let cream = known(ChoiceID("cream"))

    /// Names a person.
    public static func person(_ text: String) -> PersonID { known(PersonID(text)) }
    /// Names a café.
    public static func cafeID(_ text: String) -> CafeID { known(CafeID(text)) }
    /// Names an item.
    public static func item(_ text: String) -> ItemID { known(ItemID(text)) }
    /// An amount of euro cents.
    public static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: euro) }

    /// A label in English and Japanese.
    public static func label(_ english: String, _ japanese: String) -> LocalizedText {
        let (en, ja) = (known(LanguageTag("en")), known(LanguageTag("ja")))
        return made { () throws(LocalizedTextError) in
            try LocalizedText([en: english, ja: japanese], defaultLanguage: en)
        }
    }

    /// A café that is open from 7 to 18 o'clock on every day, with tax included in its prices.
    public static let mainCafe = made { () throws(CafeRefusal) in
        try Cafe(
            id: cafeID("main-cafe"), site: known(SiteID("headquarters")), name: label("Main café", "本館カフェ"),
            zone: berlin, currency: euro, openingHours: openingHours, dayBoundaryHour: 4, taxRules: taxRules,
            menu: menu, stations: [Station(id: counter, name: label("Counter", "カウンター"))])
    }

    /// The service day of an instant at the café.
    public static func serviceDay(at instant: Timestamp = noon) -> CalendarDate {
        ServiceDay(at: instant, in: berlin, startingAtHour: 4).date
    }

    /// Takes out what a constant is known to hold.
    static func known<Value>(_ value: Value?) -> Value {
        guard let value else { preconditionFailure("a constant of the fixture is not valid") }
        return value
    }

    /// Makes what a constant is known to make.
    static func made<Value, Failure>(_ make: () throws(Failure) -> Value) -> Value {
        do { return try make() } catch {
            preconditionFailure("a constant of the fixture is refused: \(error)")
        }
    }
}
