import JSON
import Ordering

extension Schemas {
    static let reports: [(name: String, schema: JSONValue)] = [
        (
            "CafeReport",
            Schema.object(
                [
                    "hiddenBelow": Schema.integer("Groups of fewer orders are hidden: null."),
                    "timeZone": Schema.text("The café's zone; days and hours are those of its clock."),
                    "today": Schema.date, "from": Schema.date, "to": Schema.date,
                    "orders": count("Orders that reached the kitchen."),
                    "hours": Schema.list(
                        of: Schema.object(
                            [
                                "hour": hour, "ahead": count("From the pages and the command line."),
                                "walkUp": count("From kiosks and the counter."),
                            ], about: "Orders by the hour in which they were placed.")),
                    "items": Schema.list(of: preparation("An item.")),
                    "stations": Schema.list(of: preparation("A station.")),
                    "preparationHours": Schema.list(
                        of: preparation("An hour in which tickets took their place in the line.")),
                    "waits": Schema.list(
                        of: Schema.object(
                            ["name": Schema.oneOf(["ahead", "walk-up"]), "lengths": lengths],
                            about: """
                                How long people waited until their order was ready: from placing it, or from their arrival or payment. \
                                Orders for a chosen window are left out.
                                """)),
                    "quoted": count("Orders that were told when they would be ready."),
                    "keptThousandths": count("Of a thousand of them, how many were ready within the band."),
                    "quoteErrors": Schema.list(
                        of: Schema.object(
                            [
                                "minutes": Schema.integer(
                                    "Before (below zero) or after the band; 0 within it.", minimum: -30),
                                "orders": count("How many."),
                            ], about: "By how much quotes were missed.")),
                    "stages": Schema.list(
                        of: Schema.object(
                            [
                                "stage": Schema.oneOf(OrderStage.allCases.map(\.rawValue)),
                                "orders": count("How many."),
                            ], about: "Orders by their stage.")),
                    "noShowThousandths": count(
                        "Of a thousand orders that are over, how many nobody collected."),
                    "soldOut": Schema.list(
                        of: Schema.object(
                            [
                                "id": Schema.text("`item/` or `choice/`, and the identifier."),
                                "name": Schema.name,
                                "minutes": Schema.integer(
                                    "Whole minutes of each day within the opening hours."),
                            ], about: "What was sold out.")),
                    "capacity": Schema.list(
                        of: Schema.object(
                            ["hour": hour, "thousandths": count("The share of what decides.")],
                            about: "How much of its pickup windows the café gave out.")),
                ],
                optional: [
                    "walkUpMinutes": Schema.integer(
                        "How long those who stand in the café should wait at most, where that is set.")
                ],
                about: "What happened at a café on some service days. A number of a small group is null.")
        )
    ]

    private static let hour = Schema.integer("The hour on the café's clock.")

    private static func count(_ description: String) -> JSONValue {
        Schema.orNull(Schema.integer(description))
    }

    private static let lengths = Schema.orNull(
        Schema.object(
            [
                "count": Schema.integer("How many there were."),
                "medianSeconds": Schema.integer("Half took no longer."),
                "p90Seconds": Schema.integer("Nine of ten took no longer."),
                "longestSeconds": Schema.integer("The longest."),
            ], about: "Lengths of time in steps of ten seconds, by nearest rank; null for a small group."))

    private static func preparation(_ description: String) -> JSONValue {
        Schema.object(
            ["id": Schema.text(description), "name": Schema.name, "lengths": lengths],
            about: "How long preparations took, from the ticket's place in the line until the line was done.")
    }
}
