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
    private static let preview = Option(
        flag: "preview", "Says what would be recorded, and records nothing.")

    static let command = Command(
        "import", "Imports days from a table of another system, or from an export of Vicinity.",
        discussion: [
            "Imported days are records beside the punches, and are never changed. With any mistake nothing is imported, and each is "
                + "listed with its line. The same table again records nothing. A server that runs takes the days up by itself."
        ],
        options: [map, by, preview, SharedOptions.database], positionals: [file])

    static func run(_ arguments: ParsedArguments) async throws {
        let table = try NamedFile(try arguments.text(file))
        let columns = try columns(try arguments.text(map))
        let name = try arguments.text(by)
        let installation = try await Installation.openExisting(
            try SharedOptions.databaseAddress(arguments))
        do {
            try await installation.begin(campus: nil)
            let found = try await importDays(
                of: table, by: columns, as: name, asPreview: arguments.has(preview), in: installation)
            Terminal.out(text(of: found, asPreview: arguments.has(preview)))
            await installation.close()
        } catch {
            await installation.close()
            throw error
        }
    }

    private static func importDays(
        of table: NamedFile, by columns: AttendanceColumns, as name: String, asPreview: Bool,
        in installation: Installation
    ) async throws -> AttendanceImport {
        let services = installation.services
        guard let person = PersonID(name),
            let person = try services.campuses.inForce().person(person, at: Installation.now())
        else { throw CommandFailure("The campus has no person \(name).") }
        let found = try await services.attendance.importDays(
            table.bytes, by: columns, named: (table.path as NSString).lastPathComponent, by: person,
            asPreview: asPreview)
        guard found.mistakes.isEmpty else {
            let lines = found.mistakes.prefix(mistakesShown).map {
                "\(table.path):\($0.line): \($0.kind.rawValue)\($0.value.isEmpty ? "" : ": \($0.value)")"
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
            throw CommandFailure("The map \(wanted) has mistakes: \(error)")
        }
    }
}
