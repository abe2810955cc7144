import CommandLineArguments
import Foundation
import JSON
import WorkplaceClient

/// Lets simulated people and kitchens use a running installation for a while.
enum CampusCommand {
    private static let peopleAtMost = 100_000

    private static let people = Option(
        "people", value: "N", "How many people; all whom the demo or the file has unless given.")
    private static let duration = Option(
        "duration", value: "MINUTES", "How long the simulated lunch is, from 1 to 1440.", default: "60")
    private static let speed = Option(
        "speed", value: "N", "How many simulated seconds pass in a second, from 1 to 1000.", default: "10")
    private static let seed = Option(
        "seed", value: "N", "Chooses who does what when; the same seed gives the same plan.", default: "1")
    private static let tokens = Option(
        "tokens", value: "FILE",
        #"Sessions to use, instead of the names of a demo: {"people": ["TOKEN"], "kitchens": {"CAFE": "TOKEN"}}."#
    )
    private static let writeCampus = Option(
        "write-campus", value: "FILE",
        "Writes a campus file with as many people as --people says and their cafés, and sends nothing.")
    private static let json = Option(flag: "json", "Prints the summary as JSON.")

    static let command = Command(
        "campus", "Simulates people, doors and kitchens at a running installation.",
        discussion: [
            "Each person arrives at a door, clocks in, opens the menu of a café, orders, clocks out and leaves. Kitchens start, "
                + "finish and hand over these orders, and touch no others. The orders and punches are real: use an "
                + "installation that is for trying out.",
            "In a demo it signs in by name and turns on that pages follow these people, so that their phones may report "
                + "doors. With --tokens it changes no such setting.",
            "Standard error has a line of progress each second. The summary counts each request. What a busy lunch refuses, such as "
                + "a full pickup window, stands below its code and is no error. Exit code 1 means that there were errors.",
        ],
        options: [people, duration, speed, seed, tokens, writeCampus, json, SharedOptions.server])

    static func run(_ arguments: ParsedArguments) async throws {
        let count = try arguments.integer(people, in: 1...peopleAtMost)
        let minutes = try arguments.integer(duration, in: 1...1_440) ?? 60
        let speed = try arguments.integer(speed, in: 1...1_000) ?? 10
        let seed = try arguments.integer(seed, in: 0...Int.max) ?? 1
        if let path = arguments[writeCampus] {
            return try write(CampusFileForSimulation(people: count ?? 100), to: path)
        }
        let client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        let accounts =
            if let path = arguments[tokens] {
                try CampusAccounts(tokens: try FileText.read(path), client, people: count)
            } else {
                try await CampusAccounts(ofDemo: client, people: count)
            }
        guard let first = accounts.people.first else { throw CommandFailure("Nobody is there to simulate.") }
        let plan = CampusPlan(
            people: accounts.people.count, duration: .seconds(minutes * 60), places: try await places(first),
            seed: UInt64(seed))
        let start = ContinuousClock.now
        let tally = await CampusSimulation(plan, as: accounts, speed: speed).run { Terminal.error($0) }
        let seconds = start.duration(to: .now) / .seconds(1)
        if arguments.has(json) {
            var summary = JSONWriter()
            summary.object { summary in
                summary.member("people", plan.people.count)
                summary.member("seed", seed)
                summary.member("speed", speed)
                summary.member("minutes", minutes)
                summary.member("seconds", (seconds * 10).rounded() / 10)
                tally.write(to: &summary)
            }
            Terminal.out(String(decoding: summary.bytes, as: UTF8.self))
        } else {
            Terminal.out(tally.table)
            Terminal.out(
                "\(plan.people.count) people in \(LengthOfTime.words(seconds: Int64(seconds))): \(tally.progress)."
            )
        }
        guard tally.errorCount == 0 else {
            throw CommandFailure("\(tally.errorCount) requests ended with an error.")
        }
    }

    /// The sites with a café that is open; all sites when none is.
    private static func places(_ client: APIClient) async throws -> [CampusPlan.Place] {
        let cafes = try await client.get("/api/v1/cafes").reading { answer in
            answer["cafes"].array { cafe -> (id: String, site: String, isOpen: Bool)? in
                guard let id = cafe["id"].string(), let site = cafe["site"]["id"].string(),
                    let isOpen = cafe["isOpen"].boolean()
                else { return nil }
                return (id, site, isOpen)
            }
        }
        let places = try await client.get("/api/v1/attendance").reading { answer in
            answer["sites"].array { site -> CampusPlan.Place? in
                guard let id = site["id"].string(), let doors = site["entrances"].array({ $0["id"].string() })
                else { return nil }
                return CampusPlan.Place(
                    site: id, doors: doors, cafes: cafes.filter { $0.site == id }.map(\.id))
            }
        }
        guard !places.isEmpty else { throw CommandFailure("The server has no site.") }
        let open = Set(cafes.filter(\.isOpen).map(\.site))
        let served = places.filter { open.contains($0.site) }
        return served.isEmpty ? places : served
    }

    private static func write(_ campus: CampusFileForSimulation, to path: String) throws {
        do {
            try Data(campus.content.bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure("The file \(path) cannot be written.")
        }
        Terminal.error("Import it into a database of its own: vicinity import \(path) --database sqlite:PATH")
    }
}
