import Essentials
import HTTPCore
import JSON
import Workplace

/// A person's preferences, for all of their devices.
struct PreferenceRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [present, changing] }

    private var present: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/preferences", access: .person,
            operation: Operation(
                id: "getPreferences", summary: "The language and the formats that you chose.", tag: .ownData,
                success: .json("Preferences"))
        ) { _, person in
            .json(try await services.preferences.preferences(of: person.id).document.bytes)
        }
    }

    private var changing: APIRoute {
        APIRoute(
            method: .patch, pattern: "/api/v1/preferences", access: .person,
            operation: Operation(
                id: "changePreferences",
                summary:
                    "Changes some preferences; `null` goes back to the system's. Unknown ones are kept, so that older "
                    + "programs do not lose the choices of newer ones.",
                tag: .ownData, body: "Preferences", success: .json("Preferences"),
                problems: [.preferencesTooLarge])
        ) { request, person in
            let change = try request.body(PreferenceChange.init)
            return .json(try await services.preferences.change(change, of: person.id).document.bytes)
        }
    }
}

extension ProblemKind {
    static let preferencesTooLarge = ProblemKind(
        .unprocessableContent, "preferences-too-large", title: "Too many preferences",
        "The preferences would be larger than what is kept of one person, which is 4 kB. Remove some first.")
}

extension PreferencesTooLarge: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        Problem(.preferencesTooLarge, detail: "At most \(Preferences.mostBytes) bytes are kept.")
    }
}

extension Schemas {
    static let preferences: [(name: String, schema: JSONValue)] = [
        (
            "Preferences",
            [
                "type": "object", "additionalProperties": true,
                "description": .string(
                    "What you chose; a choice that is missing or null is as the system has it. Unknown members are kept."
                ),
                "properties": [
                    "language": Schema.orNull(Schema.languageTag("The language of pages, such as `ja`.")),
                    "formats": Schema.orNull(
                        Schema.languageTag("How dates, numbers and money are written, such as `es-UY`.")),
                    "zone": Schema.orNull(Schema.text("The time zone, such as `Europe/Madrid`.")),
                    "calendar": Schema.orNull(Schema.oneOf(Preferences.calendars)),
                    "firstDay": Schema.orNull(Schema.oneOf(Preferences.weekdays)),
                    "clock": Schema.orNull(Schema.oneOf(Preferences.clocks)),
                ],
            ]
        )
    ]
}
