import Cryptography
import Essentials
import JSON
import TipCatalogues
import TipCore
import TipRules
import Workplace

extension JSONWriter {
    /// Writes the offer: the part of the catalogue for one person or screen.
    mutating func offer(_ offer: TipOffer) throws(RuleError) {
        let tips = offer.catalogue.tips(for: offer.audience)
        let rules = try tips.map { tip throws(RuleError) in
            try tip.definition.rules.map { rule throws(RuleError) in Base64.encode(try rule.bytes()) }
        }
        object { json in
            json.member("displayFrequency", offer.catalogue.displayFrequency.name)
            json.member("parameters") { json in
                json.array { json in for parameter in offer.catalogue.parameters { json.parameter(parameter) }
                }
            }
            json.member("events") { json in
                json.array { json in
                    for event in TipCatalogue.ownEvents + offer.catalogue.events { json.event(event) }
                }
            }
            json.member("groups") { json in
                json.array { json in
                    for group in offer.catalogue.groups(for: offer.audience) { json.group(group) }
                }
            }
            json.member("tips") { json in
                json.array { json in for (tip, rules) in zip(tips, rules) { json.tip(tip, rules: rules) } }
            }
            json.member("facts") { json in
                json.object { json in
                    for (name, value) in offer.facts.sorted(by: { $0.key < $1.key }) {
                        json.member(named: name.string) { $0.string(Base64.encode(value.bytes)) }
                    }
                }
            }
        }
    }

    private mutating func parameter(_ parameter: TipCatalogue.Parameter) {
        object { json in
            json.member("name", parameter.name.string)
            json.member("initial", Base64.encode(parameter.definition.initial.bytes))
            json.member("transient", parameter.definition.isTransient)
            json.member("fromWorkplace", parameter.isFromWorkplace)
            json.member("formerly") { $0.strings(parameter.definition.formerNames.map(\.string)) }
        }
    }

    private mutating func event(_ event: TipCatalogue.Event) {
        object { json in
            json.member("name", event.name.string)
            json.member("maximumCount", event.definition.maximumCount)
            if let age = event.definition.maximumAge { json.member("maximumAge", age.microseconds) }
            json.member("staysOnDevice", event.staysOnDevice)
            json.member("formerly") { $0.strings(event.definition.formerNames.map(\.string)) }
        }
    }

    private mutating func group(_ group: TipCatalogue.Group) {
        object { json in
            json.member("name", group.name)
            json.member("ordered", group.isOrdered)
            json.member("tips") { $0.strings(group.tips.map(\.description)) }
        }
    }

    private mutating func tip(_ tip: CatalogueTip, rules: [String]) {
        let definition = tip.definition
        object { json in
            json.member("id", tip.id.description)
            json.member("rules") { $0.strings(rules) }
            if let count = definition.maximumDisplayCount { json.member("maximumDisplayCount", count) }
            if let length = definition.maximumDisplayMicroseconds {
                json.member("maximumDisplayMicroseconds", length)
            }
            json.member("ignoresDisplayFrequency", definition.ignoresDisplayFrequency)
            json.member("formerly") { $0.strings(definition.formerIDs.map(\.description)) }
            json.member("endsOn") { $0.strings(definition.endingEvents.map(\.string)) }
            json.content(of: tip)
        }
    }

    /// Writes the words and the picture of a tip.
    private mutating func content(of tip: CatalogueTip) {
        member("title", tip.title)
        if let message = tip.message { member("message", message) }
        member("language", tip.language)
        if let image = tip.image { member("image", image) }
        if let text = tip.imageText { member("imageText", text) }
        if let style = tip.style { member("style", style) }
        member("actions") { json in
            json.array { json in
                for action in tip.actions {
                    json.object { json in
                        json.member("id", action.id)
                        json.member("title", action.title)
                        if let opens = action.opens { json.member("opens", opens) }
                    }
                }
            }
        }
    }

    /// Writes tips that a person has seen.
    mutating func seen(_ seen: SeenTips) {
        object { json in
            json.member("tips") { json in
                json.array { json in
                    for seen in seen.tips {
                        json.object { json in
                            json.member("id", seen.tip.id.description)
                            json.content(of: seen.tip)
                            json.member("firstShownAt", seen.firstShown)
                            json.member("displays", seen.displayCount)
                            if let end = seen.end {
                                json.member("ended", end.reason.wireName)
                                json.member("endedAt", end.time)
                            }
                        }
                    }
                }
            }
            json.member("gone", seen.goneCount)
        }
    }

    mutating func strings(_ texts: [String]) {
        array { json in for text in texts { json.string(text) } }
    }

    /// Writes a moment, clamped to the range of dates that have a text form.
    mutating func member(_ name: StaticString, _ time: RuleTime) {
        let milliseconds = min(max(time.microseconds / 1_000, -62_167_219_200_000), 253_402_300_799_999)
        member(name, Timestamp(millisecondsSinceEpoch: milliseconds))
    }
}

extension Tips.InvalidationReason {
    /// The word for the reason in answers.
    var wireName: String {
        switch self {
        case .actionPerformed: "actionPerformed"
        case .tipClosed: "tipClosed"
        case .displayCountExceeded: "displayCountExceeded"
        case .displayDurationExceeded: "displayDurationExceeded"
        }
    }
}
