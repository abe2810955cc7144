import CommandLineArguments
import Essentials
import JSON
import WorkplaceClient

/// Shows the times and totals of a person's own month.
enum AttendanceMonthCommand {
    private static let month = Option(
        "month", value: "YYYY-MM", "The month; the present one unless given.")
    static let command = Command(
        "month", "Shows what counts of your work in a month, day by day, on a running server.",
        discussion: [
            "A line for each day with a punch: the date, hours and minutes of work and of breaks, the times, and what is missing. "
                + "A shift counts for the day on which it begins; a day begins at five. The last line has the totals."
        ],
        options: [month, SharedOptions.person, SharedOptions.server, SharedOptions.json])

    static func run(_ arguments: ParsedArguments) async throws {
        let identity = try TerminalIdentity(arguments)
        let wanted = try arguments[month].map { text in
            guard CalendarMonth(text) != nil else {
                throw UsageError.malformedValue(text, of: "--month", expected: "YYYY-MM")
            }
            return text
        }
        var client = try APIClient(ofTerminal: try arguments.text(SharedOptions.server))
        try await identity.signIn(&client)
        let answer = try await client.get("/api/v1/attendance/month" + (wanted.map { "?month=\($0)" } ?? ""))
        if arguments.has(SharedOptions.json) { return Terminal.out(answer.text) }
        Terminal.out(try text(of: answer))
    }

    /// The table of a month.
    static func text(of answer: JSONValue) throws -> String {
        let rows = try answer.reading { month -> [[String]]? in
            let days = month["days"].array(row)
            let worked = month["workedSeconds"].integer(in: 0...100_000_000)
            let rest = month["breakSeconds"].integer(in: 0...100_000_000)
            guard let days, let worked, let rest else { return nil }
            let shown = days.filter { !$0.isEmpty }
            return shown + [["total", clock(worked), clock(rest)]]
        }
        return rows.count == 1
            ? "Nothing is recorded in this month." : Table([["day", "work", "breaks", "times"]] + rows).text
    }

    /// A day as a line; empty for a day without times.
    private static func row(_ day: JSONReader) -> [String]? {
        let date = day["date"].string()
        let state = day["state"].string()
        let worked = day["workedSeconds"].integer(in: 0...10_000_000)
        let rest = day["breakSeconds"].integer(in: 0...10_000_000)
        let marks = day["marks"].array { mark -> String? in
            guard let kind = mark["kind"].string(), let time = mark["localTime"].string() else { return nil }
            return "\(kind) \(time.dropFirst(11).prefix(5))"
        }
        guard let date, let state, let worked, let rest, let marks else { return nil }
        if state == "none" { return [] }
        return [date, clock(worked), clock(rest), (marks + note(state)).joined(separator: ", ")]
    }

    private static func note(_ state: String) -> [String] {
        switch state {
        case "missing-punch": ["a punch is missing"]
        case "waiting": ["a correction waits"]
        case "running": ["goes on"]
        default: []
        }
    }

    /// Hours and minutes, such as `8:05`.
    private static func clock(_ seconds: Int) -> String {
        let minutes = seconds / 60
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}
