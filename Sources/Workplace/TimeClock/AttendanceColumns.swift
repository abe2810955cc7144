public import Essentials
public import JSON

/// A mapping from the columns of a table to the times of people, for imports from other systems.
///
/// A row is a stretch of work or a break, with its start and its end.
public struct AttendanceColumns: Hashable, Sendable {
    /// What a column contains.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The person: an identifier, a name of the campus, or a text that ``AttendanceColumns/people`` explains.
        case person
        /// The day for which the row counts; without it, the day on which it begins.
        case day
        /// `work` or `break`; without it, every row is work.
        case kind
        /// The date of the start, where the times have none.
        case date
        /// The start, on the wall clock.
        case start
        /// The offset from UTC at the start, such as `UTC+01:00`.
        case startOffset = "start_offset"
        /// The end; a time without a date belongs to the next day when it is before the start.
        case end
        /// The offset from UTC at the end.
        case endOffset = "end_offset"
        /// The zone of the wall clock.
        case timeZone = "time_zone"
        /// The site, by identifier.
        case site
        /// The state of the day; a row that is not final is refused.
        case state
        /// Whether somebody corrected the day, `yes` or `no`.
        case corrected
    }

    /// The order of the parts of a date; a date that begins with four digits always begins with the year.
    public enum DateOrder: String, Hashable, Sendable, CaseIterable {
        /// `2026-11-02`.
        case yearMonthDay = "year-month-day"
        /// `02.11.2026`.
        case dayMonthYear = "day-month-year"
        /// `11/02/2026`.
        case monthDayYear = "month-day-year"
    }

    /// The names of the columns in the head of the table.
    public let columns: [Field: String]
    /// The order of dates.
    public let dates: DateOrder
    /// The zone of rows without a zone column; `nil` stands for the site's zone.
    public let zone: Zone?
    /// The site of rows without a site column.
    public let site: SiteID?
    /// The people whom texts in the person column mean.
    public let people: [String: PersonID]

    /// Makes a map from its parts.
    public init(
        columns: [Field: String], dates: DateOrder = .yearMonthDay, zone: Zone? = nil, site: SiteID? = nil,
        people: [String: PersonID] = [:]
    ) {
        self.columns = columns
        self.dates = dates
        self.zone = zone
        self.site = site
        self.people = people
    }

    /// Reads a map; its other members override the parts of the preset that `base` names.
    public init?(_ reader: JSONReader) {
        let known = AttendanceColumnsPreset.all.map(\.id).joined(separator: ", ")
        let base = reader["base"].optional.map {
            $0.text(as: { AttendanceColumnsPreset($0) }, "must be a map that is known: \(known)")
        }
        let columns = reader["columns"].optional.map { columns -> [Field: String]? in
            columns.refuseUnknownMembers(except: Field.allCases.map(\.rawValue))
            return columns.members { name, column -> (Field, String)? in
                guard let field = Field(rawValue: name), let text = column.string(length: 1...200) else {
                    return nil
                }
                return (field, text)
            }.map { Dictionary($0) { first, _ in first } }
        }
        let dates = reader["dates"].optional.map {
            $0.text(
                as: DateOrder.init, "must be \(DateOrder.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let zone = reader["timeZone"].optional.map {
            $0.text(as: { Zone($0) }, "must be a zone such as Europe/Berlin")
        }
        let site = reader["site"].optional.map {
            $0.text(as: { SiteID($0) }, "must be the identifier of a site")
        }
        let people = reader["people"].optional.map { people in
            people.members { name, person -> (String, PersonID)? in
                person.text(as: { PersonID($0) }, "must be the identifier of a person").map { (name, $0) }
            }.map { Dictionary($0) { first, _ in first } }
        }
        reader.refuseUnknownMembers(except: ["base", "columns", "dates", "timeZone", "site", "people"])
        guard base != .some(nil), columns != .some(nil), dates != .some(nil), zone != .some(nil),
            site != .some(nil), people != .some(nil)
        else { return nil }
        let preset = (base ?? nil)?.columns
        self.init(
            columns: (preset?.columns ?? [:]).merging((columns ?? nil) ?? [:]) { $1 },
            dates: (dates ?? nil) ?? preset?.dates ?? .yearMonthDay, zone: (zone ?? nil) ?? preset?.zone,
            site: site ?? nil, people: (people ?? nil) ?? [:])
    }

    /// Reads a map from a file.
    ///
    /// - Parameter bytes: JSON in UTF-8.
    /// - Throws: `JSONDocumentError` with every mistake.
    public init(reading bytes: [UInt8]) throws(JSONDocumentError) {
        self = try JSONDocumentError.read(bytes, Self.init)
    }
}

/// The columns of another system's table, with their sources.
public struct AttendanceColumnsPreset: Hashable, Sendable {
    /// The name in maps and on the command line.
    public let id: String
    /// What the system is called.
    public let name: String
    /// The columns.
    public let columns: AttendanceColumns
    /// The pages that name the columns; empty for Vicinity's own table.
    public let sources: [String]

    /// Finds a preset.
    public init?(_ id: String) {
        guard let preset = Self.all.first(where: { $0.id == id }) else { return nil }
        self = preset
    }

    private init(_ id: String, _ name: String, _ columns: AttendanceColumns, sources: [String] = []) {
        self.id = id
        self.name = name
        self.columns = columns
        self.sources = sources
    }

    /// The presets.
    ///
    /// The sources were read on 2026-11-27.
    public static let all = [
        AttendanceColumnsPreset(
            "vicinity", "Vicinity",
            AttendanceColumns(
                columns: Dictionary(
                    uniqueKeysWithValues: AttendanceColumns.Field.allCases.filter { $0 != .date }
                        .map { ($0, $0.rawValue) }))),
        AttendanceColumnsPreset(
            "odoo", "Odoo",
            AttendanceColumns(columns: [.person: "Employee", .start: "Check In", .end: "Check Out"]),
            sources: [
                "https://github.com/odoo/odoo/blob/00ca984151277e9f0ac0be1a20ab3696b812715c/addons/hr_attendance/models/hr_attendance.py"
            ]),
        AttendanceColumnsPreset(
            "kimai", "Kimai",
            AttendanceColumns(columns: [.person: "User", .date: "Date", .start: "From", .end: "To"]),
            sources: [
                "https://github.com/kimai/kimai/blob/3976c07b07688b8dc11235baef218f85583266d4/src/Export/ColumnConverter.php",
                "https://github.com/kimai/kimai/blob/0006b4dd46d7c88a3f1b59cfde785aecc43d5fa2/translations/messages.en.xlf",
            ]),
    ]
}
