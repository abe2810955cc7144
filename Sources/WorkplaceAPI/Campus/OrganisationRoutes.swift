import Attendance
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// What the configuration decides, for administrators: settings with their origin, how long data are kept, and what is collected.
struct OrganisationRoutes: Sendable {
    let services: WorkplaceServices
    let settings: [ServerSetting]
    let retentions: [Retention]

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .get, pattern: "/api/v1/organisation", access: .administrator,
                operation: Operation(
                    id: "getOrganisation",
                    summary:
                        "What the configuration decides and where it comes from, how long data are kept, and what is collected.",
                    tag: .management, success: .json("Organisation"), isTranslated: true)
            ) { request, _ in
                var json = JSONWriter(capacity: 16_384)
                json.object { write(to: &$0, on: try? services.campuses.inForce(), in: request.language) }
                return .json(json.bytes)
            }
        ]
    }

    private func write(to json: inout JSONWriter, on campus: Campus?, in language: WireLanguage) {
        guard let campus else { return }
        json.member("name", language.text(campus.organisation.name))
        json.member("defaultLanguage", campus.organisation.defaultLanguage.description)
        json.member("languages") { json in
            json.array { json in for tag in campus.languages { json.string(tag.description) } }
        }
        json.member("settings") { json in
            json.array { json in for setting in settings { json.setting(setting) } }
        }
        json.member("printers") { json in
            json.array { json in
                for cafe in campus.cafes {
                    for printer in campus.printers[cafe.id] ?? [] {
                        json.object { json in
                            json.member("cafe", cafe.id.rawValue)
                            json.member("cafeName", language.text(cafe.name))
                            json.member("id", printer.id.rawValue)
                            json.member("name", language.text(printer.name))
                        }
                    }
                }
            }
        }
        json.member("retention") { json in
            json.array { json in
                for retention in retentions {
                    json.object { json in
                        json.member("kind", retention.kind)
                        json.member("hours", Int(retention.duration.components.seconds / 3_600))
                    }
                }
            }
        }
        json.member("collects") { json in
            json.object { json in
                json.member("hasBadges", campus.organisation.badgeUUID != nil)
                json.member("gateways", campus.sites.reduce(0) { $0 + $1.gateways.count })
                json.member("entrances", campus.sites.reduce(0) { $0 + $1.entranceCount })
                json.member("people", campus.people.count)
                json.member("sites") { json in
                    json.array { json in for site in campus.sites { json.collecting(site, in: language) } }
                }
            }
        }
    }
}

/// How long one kind of data is kept.
public struct Retention: Hashable, Sendable {
    /// The kind, as a stable word.
    public let kind: String
    /// How long.
    public let duration: Duration

    /// Makes a retention.
    public init(_ kind: String, _ duration: Duration) {
        self.kind = kind
        self.duration = duration
    }
}

extension Site {
    fileprivate var entranceCount: Int { spots.count { $0.kind == .entrance } }
}

extension JSONWriter {
    fileprivate mutating func setting(_ setting: ServerSetting) {
        object { json in
            json.member("name", setting.name)
            json.member("summary", setting.summary)
            json.member("values") { json in
                json.array { json in for value in setting.values { json.string(value) } }
            }
            json.member("origin", setting.origin.word)
            if let place = setting.origin.place { json.member("place", place) }
        }
    }

    fileprivate mutating func collecting(_ site: Site, in language: WireLanguage) {
        object { json in
            json.member("name", language.text(site.name))
            if let automatic = site.automaticPunching {
                json.member("recordsUntil", automatic.until.description)
                json.member("informed", automatic.informed.count)
            }
            if let system = site.attendanceSystem { json.member("attendanceHost", system.host) }
        }
    }
}

extension Schemas {
    static let organisation: [(name: String, schema: JSONValue)] = [
        (
            "Organisation",
            Schema.object(
                [
                    "name": Schema.name,
                    "defaultLanguage": Schema.languageTag("The language that every text has."),
                    "languages": Schema.list(of: Schema.languageTag("A language of the campus.")),
                    "settings": Schema.list(of: setting), "retention": Schema.list(of: retention),
                    "printers": Schema.list(of: printer),
                    "collects": Schema.object(
                        [
                            "hasBadges": Schema.flag("Whether badges can be told from other beacons."),
                            "gateways": Schema.integer("Receivers that hear badges."),
                            "entrances": Schema.integer("Doors with a beacon."),
                            "people": Schema.integer("People of the organisation."),
                            "sites": Schema.list(of: site),
                        ], about: "What the campus collects."),
                ],
                about: "What the configuration decides. Names of settings and their summaries are English.")
        )
    ]

    private static let setting = Schema.object(
        [
            "name": Schema.text("As in the file of settings."), "summary": Schema.text("What it is for."),
            "values": Schema.list(of: Schema.text("A value; never a secret.")),
            "origin": Schema.oneOf(["command-line", "environment", "file", "default", "unset"]),
        ], optional: ["place": Schema.text("A variable, or a file with its line.")],
        about: "A setting of the server.")
    private static let printer = Schema.object(
        [
            "cafe": Schema.identifier, "cafeName": Schema.name, "id": Schema.identifier,
            "name": Schema.name,
        ], about: "A printer of a café.")
    private static let retention = Schema.object(
        ["kind": Schema.text("Such as `presence-events`."), "hours": Schema.integer("How long.")],
        about: "How long data are kept.")
    private static let site = Schema.object(
        ["name": Schema.name],
        optional: [
            "recordsUntil": Schema.text(
                "Until which day arrivals and departures are recorded by themselves."),
            "informed": Schema.integer("How many people were informed of it."),
            "attendanceHost": Schema.text("The host of the site's own attendance system."),
        ], about: "What a site collects.")
}
