import Beacons
import Foundation
import HTTPCore
import JSON
import Ordering
import Fences

/// Measures what runs within one process: `Benchmarks LIMITS`, and for the comparison of another program
/// `Benchmarks advertisements FILE`, `Benchmarks ranged FILE`, `Benchmarks filtered FILE`, `Benchmarks presence DEVICES`,
/// `Benchmarks advertised RATE SECONDS`, `Benchmarks tips`, `Benchmarks reminders`, `Benchmarks pushes FILE` and
/// `Benchmarks fences …`.
@main
struct Benchmarks {
    private static let rounds = 5

    private let limits: [String: Limit]
    private let lunch: Lunch
    private var hasFailed = false

    static func main() async throws {
        if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "presence",
            let devices = Int(CommandLine.arguments[2])
        {
            return print(try await PresenceEvaluation(devices: devices).line())
        }
        if CommandLine.arguments.count == 3 {
            let file = URL(filePath: CommandLine.arguments[2])
            if CommandLine.arguments[1] == "pushes" {
                return print(try await PushRequests(file: file).line())
            }
            if let line = try line(of: CommandLine.arguments[1], over: file) { return print(line) }
        }
        if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "advertised",
            let rate = Double(CommandLine.arguments[2]), let seconds = Double(CommandLine.arguments[3])
        {
            var latency = try AdvertisementLatency(rate: rate, seconds: seconds)
            return print(try latency.line())
        }
        if CommandLine.arguments.dropFirst() == ["tips"] { return print(try await TipEvaluation().line()) }
        if CommandLine.arguments.dropFirst() == ["reminders"] {
            return print(try await ReminderYear().line())
        }
        if CommandLine.arguments.count > 2, CommandLine.arguments[1] == "fences" {
            return print(try FenceRun<Plane>.line(CommandLine.arguments.dropFirst(2)))
        }
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(
                Data(
                    ("usage: Benchmarks LIMITS\n       Benchmarks advertisements|ranged|filtered|pushes FILE\n"
                        + "       Benchmarks presence DEVICES\n       Benchmarks advertised RATE SECONDS\n"
                        + "       Benchmarks tips\n       Benchmarks reminders\n"
                        + "       Benchmarks fences plane|ground CIRCLES HALF STEP DEVICES TICKS\n").utf8))
            exit(2)
        }
        var benchmarks = try Benchmarks(limits: URL(filePath: CommandLine.arguments[1]))
        try await benchmarks.run()
        exit(benchmarks.hasFailed ? 1 : 0)
    }

    /// What one measurement over a file tells; `nil` when there is none of that name.
    private static func line(of name: String, over file: URL) throws -> String? {
        switch name {
        case "advertisements":
            var advertisements = try Advertisements(file: file)
            return advertisements.line()
        case "ranged":
            var advertisements = try RangedAdvertisements(file: file)
            return advertisements.line()
        case "filtered": return try FilteredSamples(file: file).line()
        default: return nil
        }
    }

    private init(limits file: URL) throws {
        limits = try Limit.all(of: Array(try Data(contentsOf: file)))
        lunch = try Lunch()
    }

    private mutating func run() async throws {
        packet()
        try parsing()
        try writing()
        try pricing()
        routing()
        try quoting()
        try await groupCommit()
    }

    private mutating func packet() {
        let packet = Advertisements.packet
        measure(
            "beacons.packet", calls: 1_000_000, "a controller's packet with one iBeacon to identity and power"
        ) {
            Advertisements.frame(in: packet)
        }
    }

    private mutating func parsing() throws {
        let (body, data) = (lunch.body, Data(lunch.body))
        try compare(
            "json.parse", calls: 5_000, "an order in text; the peer is Foundation's JSONSerialization",
            ours: { try JSONValue(parsing: body) }, peer: { try JSONSerialization.jsonObject(with: data) })
    }

    private mutating func writing() throws {
        let value = lunch.value
        let encoder = JSONEncoder()
        let order = try JSONDecoder().decode(CodableOrder.self, from: Data(lunch.body))
        try compare(
            "json.write", calls: 5_000, "the same order; the peer is Foundation's JSONEncoder",
            ours: {
                var json = JSONWriter()
                json.value(value)
                return json.bytes
            }, peer: { try encoder.encode(order) })
    }

    private mutating func pricing() throws {
        let (basket, cafe) = (lunch.basket, lunch.cafe)
        try measure("ordering.price", calls: 5_000, "a basket of three lines with four choices") {
            try basket.priced(at: cafe)
        }
    }

    private mutating func routing() {
        var router = Router()
        let handler = RouteHandler.immediate { _, _ in HTTPResponse(.noContent) }
        for pattern in ["", "/{id}", "/{id}/cancellation", "/{id}/actions", "/{id}/menu"] {
            for collection in ["cafes", "orders", "tickets", "accounts"] {
                router.add(.get, "/api/v1/\(collection)\(pattern)", handler)
            }
        }
        let request = HTTPRequest(.get, path: "/api/v1/orders/01m7y0zn5z280fm9sx5p18z0bp/cancellation")
        measure("http.route", calls: 20_000, "one of 20 routes, five segments with one parameter") {
            router.resolve(request)
        }
    }

    private mutating func quoting() throws {
        let kitchen = try BusyKitchen()
        measure(
            "kitchen.quote", calls: 200,
            "a quote for an order, with a new forecast of a line of \(kitchen.line.count) tickets at four stations"
        ) {
            kitchen.quote()
        }
    }

    private mutating func groupCommit() async throws {
        var pairs: [(ours: Double, peer: Double)] = []
        for _ in 0..<Self.rounds {
            let folder = URL(filePath: "Benchmarks/.build/commit-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            pairs.append((try await GroupCommit.ours(in: folder), try GroupCommit.peer(in: folder)))
        }
        let ratio = pairs.map { $0.ours / $0.peer }.median
        let goal = limits["sqlite.group-commit"]?.ratio
        tell(
            Report(
                benchmark: "sqlite.group-commit",
                goal: goal.map { ">= \($0) x bare SQLite, rows/s" } ?? "none",
                ours: pairs.map(\.ours).median, peer: pairs.map(\.peer).median, ratio: ratio,
                isMet: goal.map { ratio >= $0 } ?? true, rounds: Self.rounds,
                rule:
                    "64 writers that each wait until their row of 64 bytes is durable; the peer is C with 64 rows "
                    + "in a transaction, WAL and FULL"))
    }

    private mutating func compare<Ours, Peer>(
        _ name: String, calls: Int, _ rule: String, ours: () throws -> Ours, peer: () throws -> Peer
    ) throws {
        var pairs: [(ours: Measurement, peer: Measurement)] = []
        for _ in 0..<Self.rounds {
            pairs.append(
                (try Measurement(calls: calls, of: ours), try Measurement(calls: calls, of: peer))
            )
        }
        let ratio = pairs.map { $0.ours.nanoseconds / $0.peer.nanoseconds }.median
        report(name, rule, ours: pairs.map(\.ours), peer: pairs.map(\.peer.nanoseconds).median, ratio: ratio)
    }

    private mutating func measure<Result>(
        _ name: String, calls: Int, _ rule: String, of work: () throws -> Result
    ) rethrows {
        var ours: [Measurement] = []
        for _ in 0..<Self.rounds { ours.append(try Measurement(calls: calls, of: work)) }
        report(name, rule, ours: ours, peer: nil, ratio: nil)
    }

    private mutating func report(
        _ name: String, _ rule: String, ours: [Measurement], peer: Double?, ratio: Double?
    ) {
        let limit = limits[name]
        let allocations = ours.map(\.allocations).median
        let isWithinAllocations = limit?.allocations.map { allocations <= Double($0) } ?? true
        let nanoseconds = ours.map(\.nanoseconds).median
        let isWithinTime =
            limit?.ratio.map { (ratio ?? 0) <= $0 } ?? limit?.nanoseconds.map { nanoseconds < $0 } ?? true
        if !isWithinAllocations { hasFailed = true }
        var goals: [String] = []
        if let most = limit?.ratio { goals.append("<= \(most) x the peer's ns") }
        if let most = limit?.nanoseconds { goals.append("< \(most) ns") }
        if let most = limit?.allocations { goals.append("<= \(most) allocations") }
        tell(
            Report(
                benchmark: name, goal: goals.joined(separator: ", "), ours: nanoseconds,
                peer: peer, ratio: ratio, isMet: isWithinAllocations && isWithinTime, rounds: Self.rounds,
                rule: rule + "; ns and allocations a call, one thread", allocations: allocations))
    }

    private func tell(_ report: Report) {
        print(report.line)
    }
}
