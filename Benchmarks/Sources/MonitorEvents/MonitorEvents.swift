import Beacons
import Conditions
import Monitoring
import Observations

/// Works of a monitor that the harness measures: `MonitorEvents events|followed|fill|reopen|drain FOLDER COUNT`.
///
/// `events` tells so many events to one reader, each before the next change; `followed` has a reader that asks for the
/// next as soon as it has one. `fill` leaves so many conditions with a pending event; `reopen` opens such a monitor again
/// and takes the first; `drain` takes them all, and so tells how many there were. Each prints one JSON object.
@main
struct MonitorEvents {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let count = Int(words[3]) else {
            print("usage: MonitorEvents events|followed|fill|reopen|drain FOLDER COUNT")
            return
        }
        let clock = ContinuousClock()
        let start = clock.now
        let told =
            switch words[1] {
            case "events": try await events(count, in: words[2])
            case "followed": try await followed(count, in: words[2])
            case "fill": try await fill(count, in: words[2])
            case "reopen": try await reopen(in: words[2])
            default: try await drain(in: words[2])
            }
        print("{\"seconds\": \((clock.now - start) / .seconds(1)), \"told\": \(told)}")
    }

    private static let uuid = ProximityUUID(high: 0x6E5C_7A0D_3B41_4E0A, low: 0x9C52_8F2D_71B6_A4E3)

    private static func sighting(_ major: UInt16, at seconds: Int64) -> Observation {
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: 1)
        return observation(
            .sighting(BeaconSighting(identity: identity, measuredPower: -59, rssi: -60)), at: seconds)
    }

    private static func observation(_ content: Observation.Content, at seconds: Int64) -> Observation {
        Observation(
            source: ObservationSource("bench"), time: ObservationTime(microseconds: seconds * 1_000_000),
            content: content)
    }

    /// One condition that is satisfied and unsatisfied in turn; observer and reader take turns too.
    private static func events(_ count: Int, in folder: String) async throws -> Int {
        let monitor = try await Monitor("events", in: folder)
        try await monitor.add(.beacon(BeaconIdentityCondition(uuid: uuid)), identifier: "a")
        var iterator = monitor.events.makeAsyncIterator()
        var told = 0
        for number in 0..<count {
            try await monitor.observe(change(number))
            if try await iterator.next() != nil { told += 1 }
        }
        await monitor.close()
        return told
    }

    private static func change(_ number: Int) -> Observation {
        let time = Int64(number) * 60
        return number % 2 == 0 ? sighting(1, at: time) : observation(.elapsed, at: time)
    }

    /// The same changes, each observed when the reader has been told of the one before.
    private static func followed(_ count: Int, in folder: String) async throws -> Int {
        let monitor = try await Monitor("followed", in: folder)
        try await monitor.add(.beacon(BeaconIdentityCondition(uuid: uuid)), identifier: "a")
        let (told, telling) = AsyncStream.makeStream(of: Void.self)
        async let reading = read(monitor, telling)
        var answers = told.makeAsyncIterator()
        for number in 0..<count {
            try await monitor.observe(change(number))
            await answers.next()
        }
        await monitor.finish()
        let read = try await reading
        await monitor.close()
        return read
    }

    /// Reads to the end, and says of each event that it has come.
    private static func read(
        _ monitor: Monitor, _ telling: AsyncStream<Void>.Continuation
    ) async throws -> Int {
        var count = 0
        for try await _ in monitor.events {
            count += 1
            telling.yield()
        }
        return count
    }

    private static func fill(_ count: Int, in folder: String) async throws -> Int {
        let monitor = try await Monitor("pending", in: folder)
        try await withThrowingDiscardingTaskGroup { group in
            for number in 0..<count {
                group.addTask {
                    let condition = BeaconIdentityCondition(uuid: uuid, major: UInt16(number % 65_536))
                    try await monitor.add(.beacon(condition), identifier: "condition \(number)")
                }
            }
        }
        // One beacon is heard, and then none for a minute: each condition has its event.
        try await monitor.observe(sighting(0, at: 0))
        try await monitor.observe(observation(.elapsed, at: 60))
        await monitor.close()
        return count
    }

    private static func reopen(in folder: String) async throws -> Int {
        let monitor = try await Monitor("pending", in: folder)
        var iterator = monitor.events.makeAsyncIterator()
        return try await iterator.next() == nil ? 0 : 1
    }

    /// Takes what is pending; how many conditions it was of.
    private static func drain(in folder: String) async throws -> Int {
        let monitor = try await Monitor("pending", in: folder)
        await monitor.finish()
        var identifiers: Set<String> = []
        for try await event in monitor.events { identifiers.insert(event.identifier) }
        await monitor.close()
        return identifiers.count
    }
}
