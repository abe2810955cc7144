import Foundation
import Geodesy
import JSON
import Fences

/// Devices that walk among circles: `Benchmarks fences plane|ground CIRCLES HALF STEP DEVICES TICKS`.
///
/// Only the table's work is timed, in processor time of this thread. The first tick places the devices and counts apart.
struct FenceRun<Surface: FenceSurface> {
    struct Unusable: Error {}

    private var table = FenceTable<Surface>()
    private let areas: [Surface.Area]
    private let updates: [FenceUpdate<Surface.Place>]
    private let devices: Int
    private let sums: [Double]

    private init(areas: [Surface.Area], updates: [FenceUpdate<Surface.Place>], devices: Int, sums: [Double]) {
        (self.areas, self.updates, self.devices, self.sums) = (areas, updates, devices, sums)
    }

    /// Measures, and tells of it in a line of JSON.
    private mutating func line() -> String {
        let start = Self.now()
        _ = table.insert(contentsOf: areas)
        let ready = Self.now() - start
        _ = table.addDevices(devices)
        let bytes = table.byteCount
        var tally = Tally()
        let placed = tick(0, &tally)
        let entered = tally.events
        tally = Tally(inside: tally.inside)
        var seconds = 0.0
        for number in 1..<updates.count / devices { seconds += tick(number, &tally) }
        var json = JSONWriter()
        json.object { json in
            json.member("ready", .number(ready.description))
            json.member("placed", .number(placed.description))
            json.member("rate", .number((Double(updates.count - devices) / seconds).description))
            json.member("entered", .number(entered.description))
            json.member("events", .number(tally.events.description))
            json.member("memberships", .number(tally.memberships.description))
            json.member("bytes", .number(bytes.description))
            json.member("bytesAfter", .number(table.byteCount.description))
            json.member("sums", .array(sums.map { .number($0.description) }))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// What followed from the events: who is inside what after a tick is what a peer's memberships count.
    private struct Tally {
        var events = 0
        var inside = 0
        var memberships = 0

        mutating func take(_ events: [FenceEvent]) {
            self.events += events.count
            for event in events { inside += event.isInside ? 1 : -1 }
            memberships += inside
        }
    }

    /// The seconds for the updates of one tick.
    private mutating func tick(_ number: Int, _ tally: inout Tally) -> Double {
        var events: [FenceEvent] = []
        events.reserveCapacity(100 * devices)
        let updates = updates
        let span = updates.span.extracting(number * devices..<(number + 1) * devices)
        let start = Self.now()
        table.update(span, into: &events)
        let seconds = Self.now() - start
        tally.take(events)
        return seconds
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

extension FenceRun {
    /// Runs what the arguments ask for.
    static func line(_ arguments: ArraySlice<String>) throws -> String where Surface == Plane {
        let arguments = Array(arguments)
        guard arguments.count == 6, let circles = Int(arguments[1]), let half = Double(arguments[2]),
            let step = Double(arguments[3]), let devices = Int(arguments[4]), let ticks = Int(arguments[5]),
            devices > 0, ticks > 1
        else { throw Unusable() }
        let work = FenceWorkload(circles: circles, half: half, step: step, devices: devices, ticks: ticks)
        if arguments[0] == "ground" {
            return try FenceRun<Ground>.line(
                work, { Coordinate.inLondon(x: $0, y: $1) }, { Circle(center: $0, radius: $1) })
        }
        return try line(work, { Plane.Place(x: $0, y: $1) }, { Plane.Area(center: $0, radius: $1) })
    }

    private static func line(
        _ work: FenceWorkload, _ place: (_ x: Double, _ y: Double) -> Surface.Place?,
        _ area: (_ center: Surface.Place, _ radius: Double) -> Surface.Area?
    ) throws -> String {
        var areas: [Surface.Area] = []
        var updates: [FenceUpdate<Surface.Place>] = []
        var sums = [0.0, 0, 0]
        work.forEachCircle { x, y, radius in
            sums[2] += radius
            if let center = place(x, y), let area = area(center, radius) { areas.append(area) }
        }
        updates.reserveCapacity(work.devices * work.ticks)
        work.forEachPlace { device, x, y in
            sums[0] += x
            sums[1] += y
            if let place = place(x, y) { updates.append(FenceUpdate(device: device, place: place)) }
        }
        guard areas.count == work.circles, updates.count == work.devices * work.ticks else {
            throw Unusable()
        }
        var run = FenceRun(areas: areas, updates: updates, devices: work.devices, sums: sums)
        return run.line()
    }
}
