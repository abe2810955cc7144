import CommandLineArguments
import Ordering
import Workplace

/// Puts a campus file in force; a running server takes it up within a second or two.
enum ImportCommand {
    private static let file = Positional("FILE", "The campus file.", kind: .file)
    private static let announced = Option(
        flag: "announced",
        "People heard in another way, and in time, of what the file collects about them and the one in force does not."
    )
    static let command = Command(
        "import", "Checks a campus file and puts it in force.",
        discussion: [
            "Every mistake is listed with the file, the path in it and the reason, and then nothing changes. Accounts "
                + "that exist keep their balance. A server that runs takes up the change by itself.",
            "A file that collects more about people than the one in force is refused until they have heard of it for seven days. "
                + "Administrators announce it when they import the file on the page /manage.",
        ],
        options: [SharedOptions.database, announced], positionals: [file])

    static func run(_ arguments: ParsedArguments) async throws {
        let database = try SharedOptions.databaseAddress(arguments)
        let campusFile = try NamedFile(try arguments.text(file))
        // Checked before the database is opened, so that a wrong file does not even create one.
        do {
            _ = try CampusFile.read(campusFile.bytes, name: campusFile.path)
        } catch {
            throw CommandFailure(error.description)
        }
        let installation = try await Installation.open(database)
        do {
            let campus = try await installation.importCampus(
                campusFile, isToldOtherwise: arguments.has(announced))
            Terminal.out(Self.summary(of: campus))
        } catch {
            await installation.close()
            throw error
        }
        await installation.close()
    }

    private static func summary(of campus: Campus) -> String {
        func count(_ number: Int, _ one: String, _ several: String) -> String {
            "\(number) \(number == 1 ? one : several)"
        }
        let items = campus.cafes.flatMap { $0.menu.sections.flatMap(\.items) }.count
        let parts = [
            count(campus.sites.count, "site", "sites"), count(campus.cafes.count, "café", "cafés"),
            count(items, "item", "items"), count(campus.people.count, "person", "people"),
            count(campus.devices.count, "device", "devices"),
        ]
        return "Imported: \(parts.joined(separator: ", "))."
    }
}
