import JSON
import Workplace

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
                optional: [
                    "refused": refused,
                    "unknown": Schema.integer(
                        "Events about no spot of the campus, or with another beacon than the spot's; they are ignored."
                    ),
                ], about: "What was taken.")
        ),
        (
            "GatewayReport",
            Schema.object(
                ["until": end, "sightings": Schema.list(of: Schema.named("GatewaySighting"))],
                optional: [
                    "sentAt": Schema.orNull(Schema.time),
                    "listening": Schema.orNull(
                        Schema.flag(
                            "Whether the radio listened until the end; if not, who is there is unknown from then on."
                        )),
                    "health": Schema.orNull(Schema.named("GatewayHealth")),
                ],
                about: "What a gateway heard; a badge that it does not name it did not hear until then.")
        ),
        ("GatewaySighting", sighting),
        ("GatewayHealth", health),
        (
            "Gateways",
            Schema.object(["gateways": Schema.list(of: gateway)], about: "In the order of the campus.")
        ),
        (
            "GatewayReceipt",
            Schema.object(
                [
                    "accepted": Schema.integer("Sightings of badges, in time."),
                    "late": Schema.integer(
                        "Sightings older than the end of the report before, or than a day."),
                    "unknown": Schema.integer("Sightings of what is nobody's badge and marks no spot."),
                    "clockAheadSeconds": Schema.integer(
                        "How far the gateway's clock is ahead; below zero behind, or so late was the report."
                    ),
                ],
                optional: [
                    "refused": refused, "wants": Schema.list(of: Schema.oneOf(["ephemeral", "address"])),
                ],
                about: """
                    What was taken. `wants` names the identities that change which the gateway should send from now on, \
                    because somebody has such a badge or phone; without it the gateway sends none of them.
                    """)
        ),
        (
            "Wearables",
            Schema.object(["wearables": Schema.list(of: wearable)], about: "By time of assignment.")
        ),
        (
            "OwnWearables",
            Schema.object(
                ["wearables": Schema.list(of: Schema.named("Wearable"))], optional: ["badge": badge],
                about: "By time of assignment.")
        ),
        (
            "Wearers",
            Schema.object(
                ["people": Schema.list(of: wearer)],
                about: """
                    By name; people who are shut out only while they have a badge or phone. People who have left the \
                    campus come last, while they have one.
                    """)
        ),
        ("Wearable", wearable), ("NewWearable", newWearable),
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
        ["rssi": strength, "measuredPower": strength, "time": time],
        optional: [
            "uuid": Schema.orNull(uuid), "major": Schema.orNull(number), "minor": Schema.orNull(number),
            "eddystone": Schema.orNull(Schema.text("An Eddystone UID, as 32 hexadecimal digits.")),
            "ephemeral": Schema.orNull(Schema.text("An Eddystone EID, as 16 hexadecimal digits.")),
            "address": Schema.orNull(
                Schema.text("A resolvable private address, as 12 hexadecimal digits without colons.")),
            "count": Schema.orNull(
                Schema.integer("How many advertisements it stands for; their mean strength.", minimum: 1)),
        ],
        about: """
            A badge as the gateway heard it, in dBm; an `rssi` of 127 means that it could not tell. It has one kind of \
            identity: `uuid` with `major` and `minor`, or one of `eddystone`, `ephemeral` and `address`.
            """)

    private static let wearableKind = Schema.oneOf(["beacon", "eddystone", "ephemeral", "phone"])

    private static let wearable = Schema.object(
        [
            "id": Schema.identifier, "kind": wearableKind, "label": Schema.text("What people call it."),
            "shown": Schema.text("The printed numbers; of a key the first digits of its SHA-256 digest."),
            "assignedAt": Schema.time,
        ], about: "A badge or phone by which gateways hear a person.")

    private static let badge = Schema.text(
        "The numbers of the badge that the campus file gives the person; it cannot be taken away here.")

    private static let wearer = Schema.object(
        [
            "id": Schema.identifier, "name": Schema.text("The person."),
            "wearables": Schema.list(of: Schema.named("Wearable")),
        ],
        optional: [
            "badge": badge,
            "hasLeft": Schema.flag(
                "Whether the person has left the campus; then the name is the identifier, and nothing can be assigned."
            ),
        ], about: "A person and what they wear.")

    private static let newWearable = Schema.object(
        ["kind": wearableKind],
        optional: [
            "label": Schema.orNull(Schema.text("What people call it, at most 200 characters.")),
            "uuid": Schema.orNull(uuid), "major": Schema.orNull(number), "minor": Schema.orNull(number),
            "eddystone": Schema.orNull(Schema.text("An Eddystone UID, as 32 hexadecimal digits.")),
            "key": Schema.orNull(
                Schema.text("The identity key, as 32 hexadecimal digits, the most significant first.")),
            "rotationExponent": Schema.orNull(
                [
                    "type": "integer", "minimum": 0, "maximum": 15,
                    "description": "The EID changes every 2^k s.",
                ]),
            "counter": Schema.orNull(Schema.integer("The EID beacon's time counter now, in seconds.")),
        ],
        about: """
            A `beacon` has `uuid`, `major` and `minor`; an `eddystone` the member of that name; a `phone` its `key`; an \
            `ephemeral` beacon `key`, `rotationExponent` and `counter`.
            """)

    private static let health = Schema.object(
        [
            "program": Schema.text("The gateway's program and its version."),
            "adapter": Schema.text("The radio; empty without one."),
            "uptimeSeconds": Schema.integer("How long the program has been running."),
            "queued": Schema.integer("Reports that wait on the gateway's disk."),
            "dropped": Schema.integer("Reports that were lost because there was no room for them."),
            "heardPerSecond": [
                "type": "number", "description": "Advertisements heard in a second.", "minimum": 0,
            ],
        ], about: "What a gateway says about itself.")

    private static let gateway = Schema.object(
        [
            "id": Schema.identifier, "site": Schema.identifier, "siteName": Schema.text("The site."),
            "spot": Schema.identifier, "spotName": Schema.text("The spot where it hangs."),
            "state": Schema.oneOf(GatewayState.allCases.map(\.rawValue)),
            "unknownCount": Schema.integer(
                "How many beacons it heard within a minute that are nobody's badge; at most 1,000."),
            "unknown": Schema.list(of: unknown),
        ],
        optional: [
            "pairedAt": Schema.time, "heardAt": Schema.time,
            "clockAheadSeconds": [
                "type": "number", "description": "How far its clock is ahead; below zero behind.",
            ],
            "health": Schema.named("GatewayHealth"),
        ], about: "A gateway and how it is.")

    private static let unknown = Schema.object(
        ["count": Schema.integer("How often it was heard."), "heardAt": Schema.time],
        optional: [
            "uuid": uuid, "major": number, "minor": number,
            "eddystone": Schema.text("An Eddystone UID, as 32 hexadecimal digits."), "rssi": strength,
        ], about: "One of the strongest unknown beacons.")
}
