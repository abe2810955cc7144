import Essentials
import JSON
import Ordering
import Workplace

extension JSONWriter {
    mutating func menu(
        of cafe: Cafe, isOpen: Bool, soldOut: SoldOut, pace: ServicePace, channel: OrderChannel,
        serving: ServingTimes, in language: WireLanguage
    ) {
        object { json in
            json.member("cafe", cafe.id.rawValue)
            json.member("currency", cafe.currency.code)
            json.member("pricesIncludeTax", cafe.taxRules.mode == .included)
            json.member("isOpen", isOpen)
            json.member("pausedUntil", optional: pace.pauseEnd(of: channel))
            if let delay = pace.delay {
                json.member("delay") { json in
                    json.object { json in
                        json.member("minutes", delay.wholeMinutes)
                        json.member("until", delay.until)
                    }
                }
            }
            json.member("sections") { json in
                json.array { json in
                    for section in cafe.menu.sections {
                        json.section(section, soldOut: soldOut, pace: pace, serving: serving, in: language)
                    }
                }
            }
        }
    }

    private mutating func section(
        _ section: MenuSection, soldOut: SoldOut, pace: ServicePace, serving: ServingTimes,
        in language: WireLanguage
    ) {
        object { json in
            json.member("name", language.text(section.name))
            json.member("items") { json in
                json.array { json in
                    for item in section.items {
                        json.item(
                            item, soldOut: soldOut, pausedUntil: pace.pauseEnd(of: item.station),
                            serving: serving.status(of: item), in: language)
                    }
                }
            }
        }
    }

    private mutating func item(
        _ item: MenuItem, soldOut: SoldOut, pausedUntil: Timestamp?, serving: ServingTimes.Status,
        in language: WireLanguage
    ) {
        object { json in
            json.member("id", item.id.rawValue)
            json.member("name", language.text(item.name))
            if let summary = item.summary { json.member("summary", language.text(summary)) }
            json.member("price", item.price)
            if let picture = item.picture { json.member("picture", picture.rawValue) }
            json.member("soldOut", soldOut.contains(item))
            json.member("pausedUntil", optional: pausedUntil)
            json.member("isServed", serving.isServed)
            json.member("servedAt", optional: serving.servedAt)
            json.member("servedUntil", optional: serving.servedUntil)
            json.content(item.allergens, item.diets, item.kilocalories)
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
            json.member("defaults") { json in
                json.array { json in for choice in group.defaults { json.string(choice.rawValue) } }
            }
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
            json.content(choice.allergens, choice.diets, choice.kilocalories)
        }
    }

    /// Writes allergens, diets and energy of an item or a choice.
    ///
    /// Omits a member that the café does not state; an empty member would claim something (C20).
    private mutating func content(_ allergens: AllergenStatement, _ diets: Set<Diet>?, _ kilocalories: Int?) {
        member("allergens", allergens)
        if let diets {
            member("diets") { json in
                json.array { json in
                    for diet in Diet.allCases where diets.contains(diet) { json.string(diet.rawValue) }
                }
            }
        }
        if let kilocalories { member("kilocalories", kilocalories) }
    }
}
