import JSON
import TipCatalogues
import Workplace

extension Schemas {
    static let tipAdministration: [(name: String, schema: JSONValue)] = [
        ("TipExport", export),
        ("TipStatistics", statistics),
        ("TipCounts", counts),
        ("TipPeople", group),
        ("TipExperiment", experiment),
        (
            "TipArm",
            Schema.object(
                ["people": armPeople, "reached": armReached, "share": armShare],
                about: "People who are compared.")
        ),
        (
            "TipVariant",
            Schema.object(
                [
                    "name": Schema.tipName, "people": armPeople, "reached": armReached, "share": armShare,
                    "difference": difference,
                ],
                about: "Those who get a tip in certain words, compared with those who do not get it.")
        ),
        (
            "TipDifference",
            Schema.object(
                [
                    "estimate": Schema.number("The difference between the shares."),
                    "low": Schema.number("The lower bound with at least 95 % confidence."),
                    "high": Schema.number("The upper bound with at least 95 % confidence."),
                ],
                about: """
                    By Newcombe's method of 1998 for two independent proportions, of Wilson's scores. The bounds are the widest \
                    that any numbers give which may stand behind the told ones, since those are whole fives.
                    """)
        ),
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
                ], about: "That a catalogue is in force, and what is worth a look in it.")
        ),
        (
            "TipFinding",
            Schema.object(
                [
                    "severity": Schema.oneOf(TipFinding.Severity.allCases.map(\.rawValue)),
                    "code": Schema.oneOf(TipFinding.Code.allCases.map(\.rawValue)),
                    "pointer": Schema.text("A JSON pointer into the catalogue."),
                    "detail": Schema.text("What is the matter, in words that follow the name of the place."),
                ], about: "Something that is worth a look in a catalogue.")
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
        Schema.integer("How many people; null where they are few, or would tell of few."))
    private static let armPeople = Schema.orNull(
        Schema.integer(
            "How many people, in whole fives: 20 stands for 20 to 24, 0 for nobody; null where they are few.")
    )
    private static let armReached = Schema.orNull(
        Schema.integer(
            "How many of them have reached the goal, in whole fives too; null where it would tell of few."))
    private static let armShare = Schema.orNull(
        Schema.number(
            "The part that has, by the numbers in the middle of those that the whole fives stand for."))
    private static let times = Schema.orNull(
        Schema.integer("How much; null where few people did it, or it would tell of few."))
    private static let difference = Schema.orNull(Schema.named("TipDifference"))

    private static let statistics = Schema.object(
        [
            "hiddenBelow": Schema.integer("Groups of fewer people are hidden: null."),
            "people": Schema.orNull(
                Schema.integer("How many people were shown tips; null where they are few.")),
            "unreadable": Schema.integer("Ledgers that could not be read, and are not counted."),
            "tips": Schema.list(of: Schema.named("TipCounts")),
            "experiments": Schema.list(of: Schema.named("TipExperiment")),
        ], about: "What came of tips.")

    private static let counts = Schema.object(
        [
            "id": Schema.tip, "title": Schema.text("What it says."),
            "isOn": Schema.flag("Whether it is shown at all."), "people": people, "displays": times,
            "seconds": times, "dismissed": times, "acted": times, "ended": ended,
            "platforms": Schema.list(of: Schema.named("TipPeople")),
            "languages": Schema.list(of: Schema.named("TipPeople")),
        ],
        about: """
            What came of a tip, and the same by platform and by language. Everybody counts on the device on which they were \
            shown it most often, so that groups sum up to the whole; there are none where they are too small to be told \
            apart. Beyond small numbers, null stands where a small one could be told from the others.
            """)

    private static let group = Schema.object(
        [
            "name": Schema.orNull(
                Schema.text(
                    "What they have in common, `other` for devices that are no longer known; null for all small groups together."
                )), "people": Schema.integer("How many they are.", minimum: Int64(TipStatistics.hiddenBelow)),
            "displays": times, "seconds": times, "dismissed": times, "acted": times, "ended": ended,
        ], about: "What came of a tip with a group of those to whom it was shown.")

    private static let ended = Schema.object(
        [
            "actionPerformed": people, "tipClosed": people, "displayCountExceeded": people,
            "displayDurationExceeded": people,
        ], about: "For how many it ended, by the reason.")

    private static let experiment = Schema.object(
        [
            "name": Schema.tipName, "tip": Schema.tip, "exposed": Schema.named("TipArm"),
            "holdout": Schema.named("TipArm"), "difference": difference,
            "variants": Schema.list(of: Schema.named("TipVariant")),
        ],
        optional: [
            "goal": Schema.tipName, "goalAbout": Schema.text("What the catalogue says about the goal."),
            "from": Schema.time,
        ],
        about: "What is tried out with a tip: those who may get it, and those who may not.")

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
            "experiments": Schema.list(
                of: Schema.object(
                    ["name": Schema.tipName, "arm": Schema.oneOf(["holdout", "plain", "variant"])],
                    optional: ["variant": Schema.tipName], about: "Where you belong; it is not kept.")),
            "askedBy": Schema.list(
                of: Schema.object(
                    ["administrator": Schema.identifier, "tip": Schema.tip, "at": Schema.time],
                    about: "An administrator asked why you are shown a tip or are not.")),
        ], about: "All that is kept of your tips.")

    private static let exportedDevice = Schema.object(
        [
            "device": Schema.tipDevice, "platform": Schema.oneOf(TipDevice.Platform.allCases.map(\.rawValue)),
            "language": Schema.text("The language in which it shows tips."),
            "lastSeen": Schema.text("The last day, in UTC, on which it exchanged."),
        ], about: "A device on which you are shown tips.")

    private static let exportedTip = Schema.object(
        [
            "id": Schema.tip, "resets": Schema.integer("How often it was made eligible anew."),
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
        ], about: "What is kept of a tip.")

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
