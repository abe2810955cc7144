import CommandLineArguments
import Essentials
import Foundation
import JSON
import WorkplaceClient

/// Clocks in and out, begins breaks, and shows the current state.
enum ClockCommand {
    private static let site = Option(
        "site", value: "SITE", "The site, by identifier; that of the last punch unless given.")
    private static let forgot = Option(
        flag: "forgot",
        "With in: you forgot to clock out on an earlier day, which stays without its clock-out.")
    private static let shared = [SharedOptions.person, SharedOptions.server, SharedOptions.json]

    static let command = Command(
        "clock", "Clocks in and out on a running server.",
        commands: [
            Command("in", "Clocks in, or ends a break.", options: [site, forgot] + shared),
            Command("out", "Clocks out.", options: [site] + shared),
            Command("break", "Begins a break; clock in ends it.", options: [site] + shared),
            Command("status", "Says whether you are clocked in.", options: shared),
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        let identity = try TerminalIdentity(arguments)
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        try await identity.signIn(&client)
        guard let kind = arguments.command.last, kind != "status" else {
            return try await status(client, arguments)
        }
        var body = JSONWriter()
        body.object { body in
            body.member("kind", kind)
            if let site = arguments[site] { body.member("site", site) }
            if kind == "in", arguments.has(forgot) { body.member("forgotOut", true) }
            body.member("deviceTime", now.description)
        }
        let punch = try await client.postOnce("/api/v1/attendance/punches", body, key: UUID().uuidString)
        Terminal.out(arguments.has(SharedOptions.json) ? punch.text : try punch.reading(recorded))
    }

    private static var now: Timestamp {
        Timestamp(millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1_000))
    }

    private static func recorded(_ punch: JSONReader) -> String? {
        let kind = punch["kind"].string()
        let site = punch["site"]["name"].string()
        guard let kind, let site, let time = time(punch["at"], punch["timeZone"]) else { return nil }
        return switch kind {
        case "in": "Recorded: in at \(time), \(site)."
        case "break": "Recorded: on a break since \(time), \(site)."
        default: "Recorded: out at \(time), \(site)."
        }
    }

    private static func status(_ client: APIClient, _ arguments: ParsedArguments) async throws {
        let today = try await client.get("/api/v1/attendance")
        if arguments.has(SharedOptions.json) { return Terminal.out(today.text) }
        Terminal.out(
            try today.reading { today -> String? in
                guard let state = today["state"].string() else { return nil }
                let since = today["since"].optional.flatMap {
                    $0.text(as: { Timestamp($0) }, "must be a time")
                }
                // The place's clock, as in the answer to the punch.
                let place = today["site"].optional?.string()
                let zones = today["sites"].array { site -> (String, Zone)? in
                    guard let id = site["id"].string(),
                        let zone = site["timeZone"].text(as: { Zone($0) }, "must be a zone")
                    else { return nil }
                    return (id, zone)
                }
                let zone = zones?.first { $0.0 == place }?.1
                let clock = since.map { time in
                    zone.map { WallClock().text(time, in: $0) } ?? WallClock().text(time)
                }
                return switch (state, clock) {
                case ("in", let time?): "Clocked in since \(time)."
                case ("break", let time?): "On a break since \(time)."
                case (_, let time?): "Clocked out since \(time)."
                default: "You are not clocked in."
                }
            })
    }

    private static func time(_ time: JSONReader, _ zone: JSONReader) -> String? {
        guard let time = time.text(as: { Timestamp($0) }, "must be a time"),
            let zone = zone.text(as: { Zone($0) }, "must be a zone")
        else { return nil }
        return WallClock().text(time, in: zone)
    }
}
