import Essentials
import JSON
import Ordering

/// Reads the menu of one café in a campus file.
struct MenuDecoder {
    let textRule: TextRule
    let defaultLanguage: LanguageTag?
    let currency: Currency?
    let stations: Declarations
    let taxClasses: Declarations
    var sectionIDs = Declarations()
    var itemIDs = Declarations()
    /// The groups that several items share.
    var sharedGroupIDs = Declarations()
    var sharedGroups: [ChoiceGroupID: ChoiceGroup] = [:]
    var itemCount = 0
    /// How many there are of each item that is counted.
    var initialStock: [ItemID: Int] = [:]

    init(
        textRule: TextRule, defaultLanguage: LanguageTag?, currency: Currency?, stations: Declarations,
        taxClasses: Declarations
    ) {
        self.textRule = textRule
        self.defaultLanguage = defaultLanguage
        self.currency = currency
        self.stations = stations
        self.taxClasses = taxClasses
    }

    mutating func menu(_ reader: JSONReader) -> Menu? {
        reader.refuseMembers(except: ["groups", "sections"])
        if let groups = reader["groups"].optional { readSharedGroups(groups) }
        let sections = reader["sections"].array { section($0) }
        if itemCount > CampusFile.maximumItemCount {
            reader["sections"].note(.limit, "have more than \(CampusFile.maximumItemCount) items")
        }
        return sections.map(Menu.init)
    }

    private mutating func section(_ reader: JSONReader) -> MenuSection? {
        reader.refuseMembers(except: ["id", "name", "items"])
        let id: Identifier<MenuSection>? = sectionIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let items = reader["items"].nonEmptyArray { item($0) }
        guard id != nil, let name, let items else { return nil }
        return MenuSection(name: name, items: items)
    }

    private mutating func item(_ reader: JSONReader) -> MenuItem? {
        itemCount += 1
        reader.refuseMembers(except: [
            "id", "name", "summary", "price", "taxClass", "station", "prepMinutes", "allergens", "diets",
            "kilocalories", "picture", "served", "stock", "groups",
        ])
        let id: ItemID? = itemIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let summary = reader["summary"].localizedText(in: defaultLanguage, by: textRule)
        let price = reader["price"].price(in: currency)
        let taxClass: TaxClassID? = taxClasses.resolve(reader["taxClass"], "a tax class of this café")
        let station: StationID? = stations.resolve(reader["station"], "a station of this café")
        let prepMinutes = reader["prepMinutes"].integer(in: 0...240)
        let allergens = reader["allergens"].allergenStatement()
        let stock = reader["stock"].optional?.integer(in: 0...1_000_000)
        let groups = groups(reader["groups"])
        let diets = reader["diets"].optional?.diets(beside: allergens)
        let kilocalories = reader["kilocalories"].optional?.integer(in: 0...CampusFile.mostKilocalories)
        let picture: PictureID? = reader["picture"].optional?.identifier()
        let served = reader["served"].optional?.openingHours()
        guard let id, let name, let summary, let price, let taxClass, let station, let prepMinutes,
            let allergens, let groups
        else { return nil }
        initialStock[id] = stock
        return MenuItem(
            id: id, name: name, summary: summary, price: price, taxClass: taxClass, station: station,
            prepMinutes: prepMinutes, allergens: allergens, groups: groups, hasCountedStock: stock != nil,
            picture: picture, diets: diets, kilocalories: kilocalories, servingHours: served)
    }
}
