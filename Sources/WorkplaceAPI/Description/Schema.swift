import Essentials
import JSON

/// Builds the JSON schemas of bodies and answers.
enum Schema {
    /// An object that has these members and no others.
    static func object(
        _ required: KeyValuePairs<String, JSONValue>, optional: KeyValuePairs<String, JSONValue> = [:],
        about description: String
    ) -> JSONValue {
        var properties = JSONObject()
        for (name, schema) in required { properties[name] = schema }
        for (name, schema) in optional { properties[name] = schema }
        return [
            "type": "object", "description": .string(description), "properties": .object(properties),
            "required": .array(required.map { .string($0.key) }), "additionalProperties": false,
        ]
    }

    /// A schema of its own name.
    static func named(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/" + name)]
    }

    static func list(of element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    /// A member of a request that may be missing or `null`, with the same meaning.
    static func orNull(_ schema: JSONValue) -> JSONValue {
        ["oneOf": [schema, ["type": "null"]]]
    }

    /// One of some texts.
    static func oneOf(_ texts: some Sequence<String>) -> JSONValue {
        ["type": "string", "enum": .array(texts.map { .string($0) })]
    }

    static func integer(_ description: String, minimum: Int64 = 0) -> JSONValue {
        ["type": "integer", "minimum": .integer(minimum), "description": .string(description)]
    }

    static func text(_ description: String) -> JSONValue {
        ["type": "string", "description": .string(description)]
    }

    static func flag(_ description: String) -> JSONValue {
        ["type": "boolean", "description": .string(description)]
    }

    /// The syntax that `LanguageTag` accepts.
    static func languageTag(_ description: String) -> JSONValue {
        let language = "([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?"
        let variants = "(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
        let extensions = "(-[0-9A-WYZa-wyz](-[A-Za-z0-9]{2,8})+)*(-[Xx](-[A-Za-z0-9]{1,8})+)?"
        return [
            "type": "string", "maxLength": 64, "pattern": .string("^\(language)\(variants)\(extensions)$"),
            "description": .string(description),
        ]
    }

    static let name: JSONValue = text("In the language that the answer says it is in.")
    static let identifier: JSONValue = named("Identifier")
    static let money: JSONValue = named("Money")
    static let time: JSONValue = named("Time")
    /// A date of the calendar, without a time.
    static let date: JSONValue = ["type": "string", "format": "date"]
    static let allergens: JSONValue = named("Allergens")
    static let version: JSONValue = integer("Counts changes; also the entity tag.")
    static let orderNumber: JSONValue = text("The short number that is called out, such as `042`.")
    static let feedNumber: JSONValue = integer("The number of the feed's last entry that is included.")
}

/// The schemas of all bodies and answers, by name.
enum Schemas {
    static let all: [(name: String, schema: JSONValue)] =
        common + access + signInAccounts + cafes + menu + favourites + quotes + pickups + payments
        + corrections
        + orders + accounts
        + kitchen + reports + kiosks + counter + printing + campus + pictures + organisation
        + dataAnnouncements + trials
        + attendance + attendanceMonths + attendanceTeam + attendanceRules + attendanceExchange
        + shiftCalendars
        + presence
        + notices
        + tips + ownData + preferences
}
