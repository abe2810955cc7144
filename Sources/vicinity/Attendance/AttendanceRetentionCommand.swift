import CommandLineArguments
import Essentials
import Foundation
import Workplace

/// Deletes records of attendance after their retention period, and prints the signed reports.
enum AttendanceRetentionCommand {
    private static let apply = Option(
        flag: "apply", "Deletes them; without it the command only says what would be deleted.")
    private static let by = Option("by", value: "PERSON", "With --apply: who answers for it, by identifier.")

    static let command = Command(
        "retention", "Deletes the months whose time is over, as the sites in the campus file say.",
        discussion: [
            "A month is kept for a number of years after its last entry and after the day on which it was paid, whichever is later. Without "
                + "attendanceRetention a site keeps everything. The links of the chain stay, so that all other records are verified as before.",
            "With --apply the command prints a report for each site: a line of JSON, and its signature. Keep both.",
        ],
        options: [apply, by, SharedOptions.database])

    static func run(_ arguments: ParsedArguments) async throws {
        let person = try person(arguments)
        let installation = try await Installation.openExisting(
            try SharedOptions.databaseAddress(arguments))
        do {
            try await installation.begin(campus: nil)
            if let person, try installation.services.campuses.inForce().person(person) == nil {
                throw CommandFailure("The campus has no person \(person).")
            }
            let reports = try await installation.services.attendance.deleteExpired(by: person)
            await installation.close()
            if reports.isEmpty { Terminal.out("Nothing is due.") }
            for report in reports { Terminal.out(text(of: report)) }
        } catch {
            await installation.close()
            throw error
        }
    }

    private static func person(_ arguments: ParsedArguments) throws -> PersonID? {
        guard arguments.has(apply) else { return nil }
        let name = try arguments.text(by)
        guard let person = PersonID(name) else {
            throw UsageError.malformedValue(name, of: "--by", expected: "an identifier")
        }
        return person
    }

    private static func text(of report: AttendanceDeletionReport) -> String {
        guard let document = report.document, let signature = report.signature else {
            let lines = report.months.map {
                "\($0.month): \($0.records) records, kept until \($0.keptUntil)"
            }
            return (["Due at \(report.site):"] + lines).joined(separator: "\n")
        }
        return document + "\n" + signature
    }
}
