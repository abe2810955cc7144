import JSON
import Workplace

extension Schemas {
    static let tips: [(name: String, schema: JSONValue)] =
        [
            (
                "TipExchange",
                Schema.object(
                    [
                        "device": [
                            "type": "string", "pattern": "^[0-9a-f]{14}00$",
                            "description":
                                "The number that the device drew by lot; its last eight bits are zero.",
                        ],
                        "platform": Schema.oneOf(TipDevice.Platform.allCases.map(\.rawValue)),
                        "language": Schema.languageTag(
                            "The language in which tips are shown, such as `pt-BR`."),
                        "cursor": cursor,
                    ],
                    optional: ["changes": Schema.orNull(changes)],
                    about:
                        "What a device knows of your tips. The cursor is that of its last exchange, and 0 before the first; "
                        + "the changes are what has happened on it since, or more.")
            ),
            (
                "TipExchangeAnswer",
                Schema.object(
                    ["cursor": cursor, "changes": Schema.orNull(changes)],
                    about:
                        "What the device lacks: null when its cursor was the server's, else all that the server knows. A device "
                        + "that then knows more sends all of it with its next exchange.")
            ),
        ] + tipOffers + tipAdministration

    static let cursor = Schema.integer(
        "Another number, and a larger one, whenever what the server knows of your tips has changed.")
    static let changes = Schema.text("A ledger of tips: its bytes as Base64 with padding (RFC 4648).")
}
