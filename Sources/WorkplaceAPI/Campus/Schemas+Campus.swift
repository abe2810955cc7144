import JSON
import Workplace

extension Schemas {
    private static let part: JSONValue = [
        "type": "object", "additionalProperties": true,
        "description": .string(
            "A café's part of the campus file (docs/campus-file.md): name, hours, dayBoundaryHour, tax, stations, menu, "
                + "pickup, handover, ticketAges and printers."),
    ]
    private static let revisionNumber = Schema.integer("The number of a campus revision.", minimum: 1)

    static let campus: [(name: String, schema: JSONValue)] = [
        (
            "ManagedCafes",
            Schema.object(
                [
                    "cafes": Schema.list(
                        of: Schema.object(["id": Schema.identifier, "name": Schema.name], about: "A café."))
                ], about: "Cafés that the caller may change, in the order of the campus.")
        ),
        (
            "CampusFile",
            [
                "type": "object", "additionalProperties": true,
                "description": "A campus file; docs/campus-file.md describes its members.",
            ]
        ),
        (
            "CafeDraft",
            Schema.object(
                [
                    "document": part, "inForce": part, "revision": revisionNumber,
                    "base": Schema.integer(
                        "The campus revision that the changes began from. While it is not `revision`, the draft cannot be published.",
                        minimum: 1),
                    "version": Schema.version, "currency": Schema.text("ISO 4217."),
                    "timeZone": Schema.text("The café's zone, of the IANA database."),
                    "defaultLanguage": Schema.languageTag("The language that every text must have."),
                    "languages": Schema.list(of: Schema.languageTag("A language of the campus.")),
                    "mistakes": Schema.list(of: Schema.named("FieldError")),
                ], optional: ["changedAt": Schema.time, "changedBy": Schema.text("Who changed it last.")],
                about:
                    "A café's part with its unpublished changes. Without changes it equals the part in force."
            )
        ),
        (
            "CafeDraftBody",
            Schema.object(
                [
                    "document": part,
                    "base": Schema.integer(
                        "The campus revision whose part the changes take into account.", minimum: 1),
                ], about: "A draft.")
        ),
        (
            "CafePart",
            Schema.object(["document": part], about: "A café's part as a revision had it.")
        ),
        (
            "CafeRevisions",
            Schema.object(
                [
                    "revisions": Schema.list(
                        of: Schema.object(
                            [
                                "number": revisionNumber, "at": Schema.time,
                                "origin": Schema.oneOf(["imported", "published", "returned"]),
                            ],
                            optional: [
                                "by": Schema.text("Who published it; missing for an import by the operator.")
                            ], about: "A revision that changed the café."))
                ], about: "The latest revisions that changed a café.")
        ),
        (
            "PublishedRevision",
            Schema.object(["number": revisionNumber], about: "The revision that is in force now.")
        ),
        (
            "RevisionReturn",
            Schema.object(
                ["seen": Schema.integer("The campus revision in force that was seen.", minimum: 1)],
                about: "A return to an earlier part.")
        ),
    ]
}
