import JSON
import Workplace

extension Schemas {
    private static let part: JSONValue = [
        "type": "object", "additionalProperties": true,
        "description": .string(
            "A part of the campus file (docs/campus-file.md). Of a café: name, hours, exceptions, closedOnHolidays, dayBoundaryHour, tax, "
                + "stations, menu, pickup, handover, ticketAges and printers. Of a site: name, coordinate, area, exitDwell, "
                + "reminderWindow, holidays, holidayRegion, spots, retiredMinors and gateways."),
    ]
    private static let texts: JSONValue = [
        "type": "object", "additionalProperties": true, "description": "A text by language.",
    ]
    private static let siteStation = Schema.object(
        ["id": Schema.identifier, "name": texts], about: "A station of a café.")
    private static let siteCafe = Schema.object(
        ["id": Schema.identifier, "name": texts, "stations": Schema.list(of: siteStation)],
        about: "A café of the site.")
    /// Of a draft with unpublished changes.
    private static let change: KeyValuePairs<String, JSONValue> = [
        "inForce": part, "changedAt": Schema.time, "changedBy": Schema.text("Who changed it last."),
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
                    "document": part, "revision": revisionNumber,
                    "base": Schema.integer(
                        "The campus revision that the changes began from. While it is not `revision`, the draft cannot be published.",
                        minimum: 1),
                    "version": Schema.version, "currency": Schema.text("ISO 4217."),
                    "timeZone": Schema.text("The café's zone, of the IANA database."),
                    "defaultLanguage": Schema.languageTag("The language that every text must have."),
                    "languages": Schema.list(of: Schema.languageTag("A language of the campus.")),
                    "mistakes": Schema.list(of: Schema.named("FieldError")),
                ], optional: change,
                about:
                    "A café's part with its unpublished changes. Without them `document` is the part in force, and `inForce` is left out."
            )
        ),
        (
            "ManagedSites",
            Schema.object(
                [
                    "sites": Schema.list(
                        of: Schema.object(["id": Schema.identifier, "name": Schema.name], about: "A site."))
                ], about: "Sites that the caller may change, in the order of the campus.")
        ),
        (
            "SiteDraft",
            Schema.object(
                [
                    "document": part, "revision": revisionNumber,
                    "base": Schema.integer("The campus revision that the changes began from.", minimum: 1),
                    "version": Schema.version,
                    "timeZone": Schema.text("The site's zone, of the IANA database."),
                    "beaconUUID": Schema.text("What the organisation's beacons send."),
                    "major": Schema.integer("What the site's beacons send."),
                    "cafes": Schema.list(of: siteCafe),
                    "defaultLanguage": Schema.languageTag("The language that every text must have."),
                    "languages": Schema.list(of: Schema.languageTag("A language of the campus.")),
                    "mistakes": Schema.list(of: Schema.named("FieldError")),
                ], optional: change,
                about:
                    "A site's part with its unpublished changes, as a café's, and what its spots can name. In `document`, `cafes` has the `id`, the `coordinate` and the `area` of each café."
            )
        ),
        (
            "CampusDraftBody",
            Schema.object(
                [
                    "document": part,
                    "base": Schema.integer(
                        "The campus revision whose part the changes take into account.", minimum: 1),
                ], about: "A draft.")
        ),
        (
            "PublishedPart",
            Schema.object(["document": part], about: "A part as a revision had it.")
        ),
        (
            "PartRevisions",
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
                            ], about: "A revision that changed the part."))
                ], about: "The latest revisions that changed a part.")
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
