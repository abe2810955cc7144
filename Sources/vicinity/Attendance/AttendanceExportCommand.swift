import CommandLineArguments
import Essentials
import Foundation
import JSON
import Workplace
import WorkplaceAPI

/// Writes a month of everybody to standard output or to a file.
enum AttendanceExportCommand {
    private static let formats = ["csv", "totals", "json"]
    private static let month = Option("month", value: "YYYY-MM", "The month.")
    private static let format = Option(
        "format", value: "FORMAT",
        "csv: each stretch of work and each break; totals: a row for each person; json: with what was punched, asked and decided.",
        kind: .oneOf(formats), default: "csv")
    private static let template = Option(
        "template", value: "TEMPLATE",
        "A payroll file by a template: its identifier in the campus file, or a JSON file.", kind: .file)
    private static let site = Option("site", value: "SITE", "Only the people of a site, by identifier.")
    private static let output = Option(
        "output", value: "FILE", "Where to write; standard output unless given.", kind: .file)
    private static let file = Positional(
        "DATABASE", "A backup or another file; without one, the database is read.", kind: .file, count: 0...1)

    static let command = Command(
        "export", "Writes a month of everybody as CSV, JSON or a payroll file.",
        discussion: [
            "The command reads the database beside a server and without one, and changes nothing. The same records give the same bytes, "
                + "which are those of Save as CSV for somebody who sees everybody."
        ],
        options: [month, format, template, site, output, SharedOptions.database], positionals: [file])

    static func run(_ arguments: ParsedArguments) throws {
        let text = try arguments.text(month)
        guard let month = CalendarMonth(text) else {
            throw UsageError.malformedValue(text, of: "--month", expected: "YYYY-MM")
        }
        let site = try arguments[site].map { text in
            guard let site = SiteID(text) else {
                throw UsageError.malformedValue(text, of: "--site", expected: "an identifier")
            }
            return site
        }
        guard arguments[template] == nil || arguments.isDefault(format) else {
            throw CommandFailure("--template and --format exclude each other.", exitCode: 2)
        }
        let database = try arguments[file].map { .sqlite($0) } ?? SharedOptions.databaseAddress(arguments)
        let now = Installation.now()
        let export: AttendanceExport
        do {
            switch database {
            case .sqlite(let path):
                guard DatabaseFile.exists(path) else { throw CommandFailure("There is no file \(path).") }
                export = try AttendanceExport(path: path, month, at: site, now: now)
            case .postgres(let address):
                export = try AttendanceExport(address: address, month, at: site, now: now)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                "The \(database.kind) \(database) cannot be exported: \(Self.sentence(error))")
        }
        let bytes = try content(of: export, arguments, now: now)
        guard let target = arguments[output] else { return Terminal.out(bytes: bytes) }
        do { try Data(bytes).write(to: URL(fileURLWithPath: target), options: .atomic) } catch {
            throw CommandFailure("The file \(target) cannot be written.")
        }
    }

    private static func content(
        of export: AttendanceExport, _ arguments: ParsedArguments, now: Timestamp
    ) throws -> [UInt8] {
        if let wanted = arguments[template] {
            let template = try template(wanted, export.campus)
            do throws(PayrollRefusal) {
                return try template.file(of: export.months) { export.campus.person($0)?.name }
            } catch {
                guard case .numbers(let people) = error else {
                    throw CommandFailure("There is no such template.")
                }
                throw CommandFailure(
                    "The template has no number for \(people.map(\.rawValue).joined(separator: ", ")).")
            }
        }
        return switch try arguments.text(format) {
        case "totals": AttendanceDocument.totals(of: export.months, on: export.campus)
        case "json": AttendanceDocument.json(of: export.months, on: export.campus, now: now)
        default: AttendanceDocument.table(of: export.months, on: export.campus)
        }
    }

    private static func template(_ wanted: String, _ campus: Campus) throws -> PayrollTemplate {
        if let known = campus.organisation.payroll.first(where: { $0.id.rawValue == wanted }) { return known }
        guard DatabaseFile.exists(wanted) else {
            let known = campus.organisation.payroll.map(\.id.rawValue).joined(separator: ", ")
            throw CommandFailure(
                "There is neither a file nor a template \(wanted). The campus file has \(known.isEmpty ? "no template" : known)."
            )
        }
        let bytes = try FileText.bytes(wanted)
        do throws(JSONDocumentError) { return try PayrollTemplate(reading: bytes) } catch {
            throw CommandFailure(error.lines(file: wanted).joined(separator: "\n"))
        }
    }

    /// Why a database cannot be read, as the end of a sentence.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case AttendanceExportRefusal.schema(0): "it is not one of Vicinity."
        case AttendanceExportRefusal.schema(let version):
            "it was written by another version (schema \(version), this program has \(DatabaseSummary.newestSchemaVersion)); serving brings it up to date."
        case WorkplaceRefusal.noCampus: "no campus was imported."
        case WorkplaceRefusal.unknownSite(let site): "it has no site \(site)."
        default: "\(error)"
        }
    }
}
