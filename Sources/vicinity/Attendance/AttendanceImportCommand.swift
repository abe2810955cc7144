import CommandLineArguments
import Essentials
import Foundation
import JSON
import Workplace

/// Imports days from a table of another system.
enum AttendanceImportCommand {
    private static let mistakesShown = 20
    private static let file = Positional("FILE", "The table, as CSV.", kind: .file)
    private static let map = Option(
        "map", value: "MAP",
        "Which columns have what: \(AttendanceColumnsPreset.all.map(\.id).joined(separator: ", ")), or a JSON file.",
        kind: .file, default: "vicinity")
    private static let by = Option(
        "by", value: "PERSON", "Who answers for it, with the role approver or hr at the sites of the table.")
    private static let reason = Option(
        "reason", value: "TEXT",
        "Why the days are imported, at most 280 characters. The ledger has it before the name of the file.")
    private static let preview = Option(
        flag: "preview", "Says what would be recorded, and records nothing.")

    static let command = Command(
        "import", "Imports days from a table of another system, or from an export of Vicinity.",
        discussion: [
            "Imported days are records beside the punches, and are never changed. With any mistake nothing is imported, and each is "
                + "listed with its line. The same table again records nothing. A server that runs takes the days up by itself."
        ],
        options: [map, by, reason, preview, SharedOptions.database], positionals: [file])

    static func run(_ arguments: ParsedArguments) async throws {
        let table = try NamedFile(try arguments.text(file))
        let columns = try columns(try arguments.text(map))
        let name = try arguments.text(by)
        let words = arguments[reason]
        if let words,
            !AttendanceImport.reasonLength.contains(words.unicodeScalars.count) || !words.isPlainLine
                || words.allSatisfy(\.isWhitespace)
        {
            let expected = "a text of 1 to 280 characters in one line, not blank"
            throw UsageError.malformedValue(words, of: "--reason", expected: expected)
        }
        let installation = try await Installation.openExisting(
            try SharedOptions.databaseAddress(arguments))
        do {
            try await installation.begin(campus: nil)
            let found = try await importDays(
                of: table, by: columns, as: name, because: words, asPreview: arguments.has(preview),
                in: installation)
            Terminal.out(text(of: found, asPreview: arguments.has(preview)))
            await installation.close()
        } catch {
            await installation.close()
            throw error
        }
    }

    private static func importDays(
        of table: NamedFile, by columns: AttendanceColumns, as name: String, because reason: String?,
        asPreview: Bool, in installation: Installation
    ) async throws -> AttendanceImport {
        let services = installation.services
        guard let person = PersonID(name),
            let person = try services.campuses.inForce().person(person, at: Installation.now())
        else { throw CommandFailure("The campus has no person \(name).") }
        let found = try await services.attendance.importDays(
            table.bytes, by: columns, named: (table.path as NSString).lastPathComponent, because: reason,
            by: person, asPreview: asPreview)
        guard found.mistakes.isEmpty else {
            let lines = found.mistakes.prefix(mistakesShown).map {
                "\(table.path):\($0.line): \($0.sentence)"
            }
            let more = found.mistakes.count - lines.count
            throw CommandFailure(
                (lines + (more > 0 ? ["… and \(more) more."] : []) + ["Nothing was imported."])
                    .joined(separator: "\n"))
        }
        return found
    }

    private static func text(of found: AttendanceImport, asPreview: Bool) -> String {
        let known = found.days.count { $0.isKnown }
        let days = found.days.count - known
        let people = Set(found.days.map(\.person)).count
        let words = asPreview ? "Would import" : "Imported"
        return
            "\(words): \(days) \(days == 1 ? "day" : "days") of \(people) \(people == 1 ? "person" : "people")"
            + (known == 0 ? "." : "; \(known) \(known == 1 ? "was" : "were") imported before.")
    }

    private static func columns(_ wanted: String) throws -> AttendanceColumns {
        if let preset = AttendanceColumnsPreset(wanted) { return preset.columns }
        let bytes = try FileText.bytes(wanted)
        do throws(JSONDocumentError) { return try AttendanceColumns(reading: bytes) } catch {
            throw CommandFailure(error.lines(file: wanted).joined(separator: "\n"))
        }
    }
}

extension AttendanceImport.Mistake {
    /// Why the row cannot be imported, for a person.
    var sentence: String {
        switch kind {
        case .unreadable: "The file is not written in UTF-8, or a quotation mark has no end."
        case .empty: "The table has no rows."
        case .tooManyRows: "The table has more than \(AttendanceImport.rowsAtMost) rows. Import it in parts."
        case .column: "The column \(value) is missing."
        case .person: "There is no person \(value)."
        case .severalPeople: "Several people are called \(value)."
        case .site: value.isEmpty ? "The row names no site." : "There is no site \(value)."
        case .zone: "There is no time zone \(value)."
        case .date: "\(value) is no date in the form of the map."
        case .time: "\(value) is no time."
        case .noTimes: "The row has neither a start nor an end."
        case .kind: "\(value) is neither work nor break."
        case .skipped: "Clocks go forward and skip \(value)."
        case .twice: "Clocks go back and show \(value) twice; the row has to give the offset from UTC."
        case .offset: "The time zone has another offset then than \(value)."
        case .order: "It ends before it begins\(value.isEmpty ? "" : ": \(value)")."
        case .overlap: "\(value) overlaps another row or another day."
        case .tooLong: "The shift that begins at \(value) is longer than 24 hours."
        case .future: "\(value.isEmpty ? "It" : value) is in the future."
        case .notFinal: "The day waits for approval, or its shift goes on."
        case .otherDay: "The row counts for \(value), which is more than one day from its start."
        case .closed: "The month is closed."
        case .recorded: "Something else is recorded for \(value)."
        case .forbidden: "You may import neither your own days nor those of a site where you are no approver."
        }
    }
}
