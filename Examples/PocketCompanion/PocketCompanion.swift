import Companion
import Foundation
import WorkplaceClient

/// Signs in, monitors the spots of a campus, and reports arrivals and departures to its server.
///
/// `PocketCompanion SERVER` senses with this machine's radio until Ctrl-C ends it. With `arrive` or `leave` as its second argument it
/// takes a simulated walk to the campus's first entrance, or away from there.
@main struct PocketCompanion {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let direction = arguments.count == 2 ? SimulatedWalk.Direction(rawValue: arguments[1]) : nil
        guard arguments.count == 1 || direction != nil else {
            print("Usage: PocketCompanion SERVER [arrive|leave]")
            exit(2)
        }
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
            .appending(path: "PocketCompanion").path
        let companion = try CompanionService(
            server: arguments[0], userAgent: "PocketCompanion/1.0", folder: folder)
        let token = TokenFile(path: folder + "/token")
        var walk: SimulatedWalk?
        if let direction { walk = await SimulatedWalk(direction, in: folder + "/simulation") }
        while true {
            try await signIn(companion, token)
            do { try await work(companion, walk) } catch CompanionFailure.signInNeeded {
                print("The session has ended.")
                token.remove()
            }
        }
    }

    private static func signIn(_ companion: CompanionService, _ file: TokenFile) async throws {
        if let token = file.token { return await companion.signIn(token: token) }
        let code = try await companion.beginSignIn()
        print("Open \(code.address) and type \(code.userCode).")
        try file.keep(try await companion.finishSignIn(code))
        print("Signed in.")
    }

    private static func work(_ companion: CompanionService, _ walk: SimulatedWalk?) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await companion.run() }
            group.addTask {
                for await change in companion.changes {
                    if let line = line(change) { print(line) }
                    if case .monitoring = change { await walk?.begin(past: companion.spots) }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func line(_ change: CompanionService.Change) -> String? {
        switch change {
        case .monitoring(let spots, let leftOut):
            "Monitoring \(spots) spots\(leftOut == 0 ? "" : ", and not \(leftOut) more")."
        case .decided(_, .unknown, _): nil
        case .decided(let spot, let state, _): "\(spot): \(state == .satisfied ? "here" : "not here")"
        case .reported: "The server knows."
        case .serverAway: "The server does not answer. Reports wait."
        case .consentNeeded: "Nothing is reported: turn on reminders or following in a browser first."
        case .refused(let code): "The server refused a report (\(code))."
        }
    }
}
