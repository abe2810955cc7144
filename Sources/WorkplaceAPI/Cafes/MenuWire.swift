import Essentials
import JSON
import Ordering

extension JSONWriter {
    mutating func menu(of cafe: Cafe, isOpen: Bool, soldOut: SoldOut, in language: WireLanguage) {
        object { json in
            json.member("cafe", cafe.id.rawValue)
            json.member("currency", cafe.currency.code)
            json.member("pricesIncludeTax", cafe.taxRules.mode == .included)
            json.member("isOpen", isOpen)
            json.member("sections") { json in
                json.array { json in
                    for section in cafe.menu.sections {
                        json.section(section, soldOut: soldOut, in: language)
                    }
                }
            }
        }
    }

    private mutating func section(_ section: MenuSection, soldOut: SoldOut, in language: WireLanguage) {
        object { json in
            json.member("name", language.text(section.name))
            json.member("items") { json in
                json.array { json in
                    for item in section.items {
                        json.item(item, soldOut: soldOut, in: language)
                    }
                }
            }
        }
    }

    private mutating func item(_ item: MenuItem, soldOut: SoldOut, in language: WireLanguage) {
        object { json in
            json.member("id", item.id.rawValue)
            json.member("name", language.text(item.name))
            if let summary = item.summary { json.member("summary", language.text(summary)) }
            json.member("price", item.price)
            json.member("soldOut", soldOut.contains(item))
            json.member("allergens", item.allergens)
            json.member("station", item.station.rawValue)
            json.member("prepMinutes", item.prepMinutes)
            json.member("groups") { json in
                json.array { json in
                    for group in item.groups { json.group(group, soldOut: soldOut, in: language) }
                }
            }
        }
    }

    private mutating func group(_ group: ChoiceGroup, soldOut: SoldOut, in language: WireLanguage) {
        object { json in
            json.member("id", group.id.rawValue)
            json.member("name", language.text(group.name))
            json.member("minimum", group.minimum)
            json.member("maximum", group.maximum)
            json.member("choices") { json in
                json.array { json in
                    for choice in group.choices {
                        json.choice(choice, isSoldOut: soldOut.choices.contains(choice.id), in: language)
                    }
                }
            }
        }
    }

    private mutating func choice(_ choice: Choice, isSoldOut: Bool, in language: WireLanguage) {
        object { json in
            json.member("id", choice.id.rawValue)
            json.member("name", language.text(choice.name))
            json.member("price", choice.price)
            json.member("maximumQuantity", choice.maximumQuantity)
            json.member("soldOut", isSoldOut)
            json.member("allergens", choice.allergens)
        }
    }
}
