import CommandLineArguments
import Workplace

/// Verifies the chain of punches and corrections.
enum AttendanceVerifyCommand {
    private static let file = Positional(
        "FILE", "A backup or another file; without one, the database is verified.", kind: .file, count: 0...1)
    private static let expect = Option(
        "expect", value: "HASH", "The last link that an earlier run printed; it must still be in the chain.")

    static let command = Command(
        "verify", "Verifies that no punch and no correction was changed, removed or put in between.",
        discussion: [
            "Each record is linked to the one before by a hash. The command works beside a server and without one, changes nothing, and "
                + "ends with exit code 1 at the first record that is not as it was recorded.",
            "Somebody who can write the file could make the whole chain again. Keep the last link elsewhere, and give it with --expect.",
        ],
        options: [expect, SharedOptions.database], positionals: [file])

    static func run(_ arguments: ParsedArguments) throws {
        let expected = arguments[expect]
        if let expected {
            guard expected.utf8.count == 64, expected.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                throw UsageError.malformedValue(expected, of: "--expect", expected: "64 hexadecimal digits")
            }
        }
        let database = try arguments[file].map { .sqlite($0) } ?? SharedOptions.databaseAddress(arguments)
        let finding: DatabaseVerification.Finding
        do {
            switch database {
            case .sqlite(let path):
                guard DatabaseFile.exists(path) else { throw CommandFailure("There is no file \(path).") }
                finding = try AttendanceVerification.run(path: path, expecting: expected)
            case .postgres(let address):
                finding = try AttendanceVerification.run(address: address, expecting: expected)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                "The \(database.kind) \(database) cannot be verified: \(AttendanceExportCommand.sentence(error))"
            )
        }
        guard !finding.isDamaged else { throw CommandFailure("\(database) is damaged. \(finding.detail)") }
        Terminal.out("ok: \(finding.detail)")
    }
}
