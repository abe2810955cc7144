import JSON
import TipCatalogues
import TipCore
import Workplace

extension Schema {
    /// The word for the reason of a tip's end.
    static let tipEnd = oneOf(Tips.InvalidationReason.allCases.map(\.wireName))
    static let tip = text("The identifier of a tip, as its catalogue has it.")
    static let tipName = text("A name, as the catalogue has it.")
    static let tipDevice = text("The device's number, and that of the process on it: 16 hexadecimal digits.")
    static let texts = list(of: ["type": "string"])
    /// Any JSON value.
    static func anything(_ description: String) -> JSONValue { ["description": .string(description)] }
    static func number(_ description: String) -> JSONValue {
        ["type": "number", "description": .string(description)]
    }
}

extension Schemas {
    static let tipOffers: [(name: String, schema: JSONValue)] = [
        (
            "TipOffer",
            Schema.object(
                [
                    "edition": Schema.text("Changes with the contents."),
                    "displayFrequency": Schema.oneOf(Tips.DisplayFrequency.allCases.map(\.name)),
                    "parameters": Schema.list(of: Schema.named("TipParameter")),
                    "events": Schema.list(of: Schema.named("TipEvent")),
                    "groups": Schema.list(of: Schema.named("TipGroup")),
                    "tips": Schema.list(of: Schema.named("Tip")),
                    "facts": [
                        "type": "object", "additionalProperties": true,
                        "description":
                            "Facts about you, by the names of parameters: values as Base64 of their bytes.",
                    ],
                ], about: "Your tips of the catalogue in force. Your device decides when to show them.")
        ),
        (
            "TipParameter",
            Schema.object(
                [
                    "name": Schema.tipName, "initial": Schema.text("A value: its bytes as Base64."),
                    "transient": Schema.flag("Whether each page starts with the initial value."),
                    "fromWorkplace": Schema.flag("Whether `facts` gives its value."),
                    "formerly": Schema.texts,
                ], about: "A value that rules read.")
        ),
        (
            "TipEvent",
            Schema.object(
                [
                    "name": Schema.tipName, "maximumCount": Schema.integer("How many donations are kept."),
                    "staysOnDevice": Schema.flag("Whether its donations are never sent."),
                    "formerly": Schema.texts,
                ],
                optional: ["maximumAge": Schema.integer("How long a donation is kept, in microseconds.")],
                about: "An action that is donated each time.")
        ),
        (
            "TipGroup",
            Schema.object(
                [
                    "name": Schema.tipName,
                    "ordered": Schema.flag("Whether each waits until all before it have ended."),
                    "tips": Schema.list(of: Schema.tip),
                ], about: "Several tips; one is shown at a time.")
        ),
        ("Tip", tip),
        (
            "TipAction",
            Schema.object(
                ["id": Schema.tipName, "title": Schema.text("What it says.")],
                optional: ["opens": Schema.text("The page that it opens.")], about: "A button of a tip.")
        ),
        (
            "SeenTips",
            Schema.object(
                [
                    "tips": Schema.list(of: Schema.named("SeenTip")),
                    "gone": Schema.integer(
                        "How many seen tips are no longer in the catalogue."),
                ], about: "The tips that you have seen, the latest first.")
        ),
        ("SeenTip", seenTip),
    ]

    private static let tip = Schema.object(
        [
            "id": Schema.tip,
            "rules": Schema.list(of: Schema.text("A rule: its bytes as Base64. All must hold.")),
            "ignoresDisplayFrequency": Schema.flag("Whether it ignores the display frequency."),
            "formerly": Schema.list(of: Schema.tip),
            "endsOn": Schema.list(of: Schema.text("An event that shows that you use the feature.")),
            "title": Schema.text("The title."),
            "language": Schema.text("The language of its texts."),
            "actions": Schema.list(of: Schema.named("TipAction")),
        ],
        optional: [
            "maximumDisplayCount": Schema.integer("After how many displays it ends."),
            "maximumDisplayMicroseconds": Schema.integer("After how long on the screen it ends."),
            "message": Schema.text("The text below the title."),
            "image": Schema.text("The name of an icon, or the path of a picture."),
            "imageText": Schema.text("The text for the picture."), "style": Schema.text("Its layout."),
        ], about: "A tip in your language.")

    private static let seenTip = Schema.object(
        [
            "id": Schema.tip, "title": Schema.text("The title."),
            "language": Schema.text("The language of its texts."),
            "actions": Schema.list(of: Schema.named("TipAction")), "firstShownAt": Schema.time,
            "displays": Schema.integer("How often your devices have shown it."),
        ],
        optional: [
            "message": Schema.text("The text below the title."),
            "image": Schema.text("The name of an icon, or the path of a picture."),
            "imageText": Schema.text("The text for the picture."), "style": Schema.text("Its layout."),
            "ended": Schema.tipEnd, "endedAt": Schema.time,
        ], about: "A tip that you have seen.")
}
