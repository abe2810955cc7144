import JSON
import TipCatalogues
import Workplace

extension Schemas {
    static let tipAdministration: [(name: String, schema: JSONValue)] = [
        ("TipExport", export),
        ("TipStatistics", statistics),
        ("TipCounts", counts),
        ("TipPeople", group),
        (
            "TipCatalogue",
            Schema.object(
                [
                    "number": Schema.integer("How often one was published or withdrawn."),
                    "source": Schema.oneOf(["shipped", "published"]),
                    "switches": [
                        "type": "object", "additionalProperties": true,
                        "description": "Tips that were switched on or off, whatever their catalogue says.",
                    ], "catalogue": Schema.named("TipCatalogueDocument"),
                ], about: "The catalogue of tips in force.")
        ),
        (
            "TipCatalogueDocument",
            [
                "type": "object", "additionalProperties": true,
                "properties": ["format": Schema.oneOf(["vicinity-tips-1"])],
                "description": "A catalogue of tips, as docs/tip-catalogue.md describes it.",
            ]
        ),
        (
            "TipPublication",
            Schema.object(
                [
                    "number": Schema.integer("The number of the catalogue.", minimum: 1),
                    "findings": Schema.list(of: Schema.named("TipFinding")),
                ], about: "A published catalogue, and the findings of its check.")
        ),
        (
            "TipFinding",
            Schema.object(
                [
                    "severity": Schema.oneOf(TipFinding.Severity.allCases.map(\.rawValue)),
                    "code": Schema.oneOf(TipFinding.Code.allCases.map(\.rawValue)),
                    "pointer": Schema.text("A JSON pointer into the catalogue."),
                    "detail": Schema.text("The problem, in words that follow the name of the place."),
                ], about: "A finding of the check of a catalogue.")
        ),
        (
            "TipSwitch",
            Schema.object(["isOn": Schema.flag("Whether the tip is shown at all.")], about: "A wish.")
        ),
        (
            "TipSwitched",
            Schema.object(
                ["tip": Schema.tip, "isOn": Schema.flag("Whether the tip is shown at all.")],
                about: "That a tip was switched.")
        ),
        ("TipReason", reason),
        ("TipHold", hold),
        (
            "TipRuleValue",
            Schema.object(
                [
                    "value": Schema.anything("What the part of the rule comes to."),
                    "holds": Schema.flag("Whether it is true."),
                    "parts": Schema.list(of: Schema.named("TipRuleValue")),
                ],
                optional: [
                    "nextChange": Schema.time, "decisive": Schema.integer("The part that decided alone."),
                ], about: "What a part of a rule comes to, and of what.")
        ),
    ]

    private static let people = Schema.orNull(
        Schema.integer("How many people; null from one to four, and where it would reveal so few."))
    private static let times = Schema.orNull(
        Schema.integer("How often or how long; null where one to four people did it."))

    private static let statistics = Schema.object(
        [
            "hiddenBelow": Schema.integer("Groups of fewer people are hidden: null."),
            "people": Schema.orNull(
                Schema.integer("How many people were shown tips; null from one to four.")),
            "unreadable": Schema.integer(
                "People whose ledger or device cannot be read; they are not counted."),
            "tips": Schema.list(of: Schema.named("TipCounts")),
        ], about: "How people used the tips.")

    private static let counts = Schema.object(
        [
            "id": Schema.tip, "title": Schema.text("What it says."),
            "isOn": Schema.flag("Whether it is shown at all."), "people": people, "displays": times,
            "seconds": times, "dismissed": times, "acted": times, "ended": ended,
            "platforms": Schema.list(of: Schema.named("TipPeople")),
            "languages": Schema.list(of: Schema.named("TipPeople")),
        ],
        about: """
            How people used a tip, and the same people by platform and by language. A person counts once, on the device that \
            showed the tip most often. The lists are empty where the groups are too small to tell apart. Counts of one to four \
            people are null, and so are counts that reveal them.
            """)

    private static let group = Schema.object(
        [
            "name": Schema.orNull(
                Schema.text(
                    "The platform or language, `other` for devices that are no longer known; null for all small groups together."
                )),
            "people": Schema.integer("How many people.", minimum: Int64(TipStatistics.hiddenBelow)),
            "displays": Schema.integer("How often they were shown the tip."),
            "seconds": Schema.integer("For how many seconds they were shown the tip."),
        ], about: "A group of the people who were shown a tip.")

    private static let ended = Schema.object(
        [
            "actionPerformed": people, "tipClosed": people, "displayCountExceeded": people,
            "displayDurationExceeded": people,
        ], about: "For how many people it ended, by reason.")

    private static let reason = Schema.object(
        [
            "tip": Schema.tip, "person": Schema.identifier,
            "status": Schema.oneOf(["pending", "available", "invalidated"]),
            "holds": Schema.list(of: Schema.named("TipHold")),
        ],
        optional: [
            "withheld": Schema.oneOf(TipReason.Withholding.allCases.map(\.rawValue)),
            "nextPossible": Schema.time,
        ],
        about: """
            Why a person is shown a tip, or is not; `withheld` says why they do not get it at all. An administrator who \
            asks about somebody else gets no values and no times.
            """)

    private static let hold = Schema.object(
        [
            "kind": Schema.oneOf([
                "invalidated", "displayCount", "displayDuration", "rule", "frequency", "hidden", "collision",
                "group",
            ])
        ],
        optional: [
            "reason": Schema.tipEnd, "at": Schema.time, "count": Schema.integer("How often it was shown."),
            "most": Schema.integer("How often, or for how many seconds, it may be."),
            "seconds": Schema.integer("For how long it was shown."),
            "rule": Schema.integer("The place of the rule among the tip's."),
            "expression": Schema.anything("The rule, as a catalogue has it."),
            "explanation": Schema.named("TipRuleValue"), "shown": Schema.tip, "until": Schema.time,
            "group": Schema.text(
                "In which group another tip, `shown`, comes before it; told to the person alone."),
        ], about: "Something that holds a tip back.")

    // MARK: - Export

    private static let export = Schema.object(
        [
            "person": Schema.identifier, "exportedAt": Schema.time,
            "resets": Schema.integer("How often everything was erased or reset."),
            "devices": Schema.list(of: exportedDevice), "tips": Schema.list(of: exportedTip),
            "parameters": Schema.list(of: exportedParameter), "events": Schema.list(of: exportedEvent),
            "facts": Schema.list(
                of: Schema.object(
                    ["name": Schema.tipName, "value": Schema.anything("What it is.")],
                    about: "What the workplace knows, kept elsewhere, that rules ask for.")),
            "askedBy": Schema.list(
                of: Schema.object(
                    ["administrator": Schema.identifier, "tip": Schema.tip, "at": Schema.time],
                    about: "A question of an administrator why you are shown a tip or not.")),
        ], about: "All data about your tips.")

    private static let exportedDevice = Schema.object(
        [
            "device": Schema.tipDevice, "platform": Schema.oneOf(TipDevice.Platform.allCases.map(\.rawValue)),
            "language": Schema.text("The language in which it shows tips."),
            "lastSeen": Schema.text("The last day, in UTC, on which it exchanged."),
        ], about: "A device on which you are shown tips.")

    private static let exportedTip = Schema.object(
        [
            "id": Schema.tip, "resets": Schema.integer("How often its eligibility was reset."),
            "displays": Schema.list(
                of: Schema.object(
                    [
                        "device": Schema.tipDevice, "count": Schema.integer("How often."),
                        "seconds": Schema.number("How long."),
                    ], about: "How often and how long a device has shown it.")),
        ],
        optional: [
            "firstShownAt": Schema.time, "ended": Schema.tipEnd, "endedAt": Schema.time,
            "endedOn": Schema.tipDevice,
        ], about: "The record of a tip.")

    private static let exportedParameter = Schema.object(
        [
            "name": Schema.tipName, "value": Schema.anything("What it is."), "setAt": Schema.time,
            "device": Schema.tipDevice,
        ], about: "A value that was set.")

    private static let exportedEvent = Schema.object(
        [
            "name": Schema.tipName, "resets": Schema.integer("How often its donations were deleted."),
            "donations": Schema.list(
                of: Schema.object(
                    [
                        "at": Schema.time, "device": Schema.tipDevice,
                        "payload": Schema.anything("What was donated with it."),
                    ], about: "One time that it happened.")),
        ], about: "What was donated to an event.")
}
