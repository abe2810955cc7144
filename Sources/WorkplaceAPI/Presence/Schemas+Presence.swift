import JSON

extension Schemas {
    static let presence: [(name: String, schema: JSONValue)] = [
        (
            "Following",
            Schema.object(
                [
                    "following": Schema.flag("Whether your pages follow you; not before you say so."),
                    "purpose": Schema.text("What it is for and what is kept, in English sentences."),
                ],
                optional: [
                    "since": Schema.time, "cafe": Schema.identifier,
                    "candidates": Schema.list(of: Schema.identifier),
                ],
                about: "Your consent, and the café that you are in, or those that are as near as each other.")
        ),
        (
            "FollowingRequest",
            Schema.object(["following": Schema.flag("Whether you want to be followed.")], about: "A wish.")
        ),
        (
            "PresenceConditions",
            Schema.list(
                of: Schema.object(
                    [
                        "identifier": Schema.identifier, "uuid": uuid, "major": number, "minor": number,
                    ], optional: ["cafe": Schema.identifier],
                    about: "A spot, the beacon that marks it, and the café that it belongs to."))
        ),
        (
            "PresenceReport",
            Schema.object(
                [
                    "device": [
                        "type": "string",
                        "pattern": "^[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,126}[A-Za-z0-9._-])?$",
                        "description": "The name of the device's monitor, among your devices.",
                    ],
                    "events": Schema.list(of: Schema.named("PresenceEvent")),
                ], about: "Changes that your device decided.")
        ),
        ("PresenceEvent", event),
        (
            "PresenceReceipt",
            Schema.object(
                ["acknowledged": Schema.integer("Events up to this number need not be sent again.")],
                optional: ["refused": refused], about: "What was taken.")
        ),
        (
            "GatewayReport",
            Schema.object(
                ["until": end, "sightings": Schema.list(of: Schema.named("GatewaySighting"))],
                about: "What a gateway heard; a badge that it does not name it did not hear until then.")
        ),
        ("GatewaySighting", sighting),
        (
            "GatewayReceipt",
            Schema.object(
                [
                    "accepted": Schema.integer("Sightings of badges, in time."),
                    "late": Schema.integer("Sightings older than others before them, or than a day."),
                    "unknown": Schema.integer("Sightings of what is nobody's badge."),
                    "clockAheadSeconds": Schema.integer(
                        "How far the gateway's clock is ahead; below zero behind, or so late was the report."
                    ),
                ], optional: ["refused": refused], about: "What became of the sightings.")
        ),
    ]

    private static let number: JSONValue = ["type": "integer", "minimum": 0, "maximum": 65_535]
    private static let strength: JSONValue = ["type": "integer", "minimum": -128, "maximum": 127]
    private static let uuid: JSONValue = ["type": "string", "description": "A UUID."]
    private static let end: JSONValue = [
        "type": "string", "format": "date-time",
        "description": "An instant of RFC 3339, at most ten minutes in the future.",
    ]
    private static let time: JSONValue = [
        "type": "string", "format": "date-time",
        "description": "An instant of RFC 3339; up to ten minutes in the future count as now.",
    ]
    private static let refused = Schema.list(
        of: Schema.object(
            ["pointer": Schema.text("The time, in the report."), "code": Schema.oneOf(["in-future"])],
            about: "A part that was refused for its time, while the rest was taken."))

    private static let event = Schema.object(
        [
            "number": Schema.integer("Counts the device's events.", minimum: 1),
            "identifier": Schema.text("The spot; one that the campus does not have is passed over."),
            "state": Schema.oneOf(["satisfied", "unsatisfied", "unknown", "unmonitored"]), "time": time,
        ],
        optional: [
            "refinement": Schema.orNull(
                Schema.object(["major": number, "minor": number], about: "The beacon that matched."))
        ], about: "A change of a condition.")

    private static let sighting = Schema.object(
        [
            "uuid": uuid, "major": number, "minor": number, "rssi": strength, "measuredPower": strength,
            "time": time,
        ], about: "A badge as the gateway heard it, in dBm; an `rssi` of 127 means that it could not tell.")
}
