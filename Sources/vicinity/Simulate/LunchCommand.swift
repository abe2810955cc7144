import CommandLineArguments
import Foundation

/// Runs a lunch hour against a server of its own, and checks at the end that nothing was lost or doubled.
enum LunchCommand {
    private static let orders = Option(
        "orders", value: "N", "How many orders, from 10 to 20000; there is a café for each 250 of them.",
        default: "5000")
    private static let kills = Option(
        "kills", value: "N", "How often the server is killed in the middle and started again, 100 at most.",
        default: "3")

    static let command = Command(
        "lunch", "Simulates a lunch hour at 20 times its speed.",
        discussion: [
            "It makes a campus, serves it with a server of its own in a temporary folder, and touches no other data. People order "
                + "for pickup windows with too little room, the screens of kitchens and boards follow the change feed, and cooks "
                + "bump and hand over every ticket. 5000 orders are 20 cafés, 60 screens, 500 people and 3 minutes; fewer "
                + "orders are fewer of each, at the same rate.",
            "At the end it checks that every acknowledged order is there once with one ticket, that each screen saw each change "
                + "once and in order, that no window holds more than its room, that the accounts and the database are sound, "
                + "and that the memory of the server did not grow. Exit code 1 means that one of these is not so; then the "
                + "folder with the database stays.",
            "The clock of the server is the real one: the orders of an hour come within 3 minutes.",
        ],
        options: [orders, kills, ServeCommand.web])

    static func run(_ arguments: ParsedArguments) throws {
        let plan = LunchPlan(
            orders: try arguments.integer(orders, in: 10...20_000) ?? 5_000,
            kills: try arguments.integer(kills, in: 0...100) ?? 3)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "vicinity-lunch-\(UUID().uuidString.lowercased())")
        let server = try LunchServer(folder: folder, web: try arguments.text(ServeCommand.web))
        do {
            let findings = try Interruption.watching { interruption in
                try Lunch(plan, at: server).run(until: interruption)
            }
            let failed = findings.filter { !$0.isSound }.map(\.name)
            guard failed.isEmpty else {
                throw LunchTrouble("The lunch failed: \(failed.joined(separator: ", ")).")
            }
        } catch {
            server.kill()
            // What explains a trouble stays; after Ctrl-C nobody needs it.
            if let trouble = error as? LunchTrouble {
                throw CommandFailure("\(trouble) Its files are in \(folder.path).")
            }
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }
}

/// Why a lunch could not go on.
struct LunchTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
