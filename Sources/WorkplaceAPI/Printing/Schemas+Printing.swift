import ESCPOS
import JSON

extension Schemas {
    static let printing: [(name: String, schema: JSONValue)] = [
        (
            "PrinterList",
            Schema.object(
                ["now": Schema.time, "printers": Schema.list(of: Schema.named("Printer"))],
                about: "The printers of a café, in the order of the campus file.")
        ),
        (
            "Printer",
            Schema.object(
                [
                    "id": Schema.identifier, "name": Schema.name,
                    "state": Schema.oneOf(
                        ["unknown", "ready", "paper-low"] + PrinterProblem.allCases.map(\.rawValue)),
                    "waiting": Schema.integer("The number of jobs that wait for it.", minimum: 0),
                ],
                optional: [
                    "since": Schema.time, "backup": Schema.named("Reference"),
                    "printedBy": Schema.named("Reference"),
                ],
                about: """
                    A receipt printer. `since` is when its state began; `backup` prints when it cannot, and `printedBy` is the
                    backup while it does. A printer whose paper is low prints.
                    """)
        ),
        (
            "TestPrint",
            Schema.object(
                [
                    "state": Schema.oneOf(["ready", "paper-low"] + PrinterProblem.allCases.map(\.rawValue)),
                    "isPrinted": Schema.flag("Whether the page is on paper."),
                ], about: "How a test page went.")
        ),
        (
            "ReceiptPrint",
            Schema.object([:], optional: ["printer": Schema.identifier], about: "Where to print a receipt.")
        ),
        (
            "Prints",
            Schema.object(
                ["printers": Schema.list(of: Schema.named("Reference"))],
                about: "The printers that will print.")
        ),
    ]
}
