import CommandLineArguments
import Essentials
import JSON
import Ordering
import WorkplaceClient

/// A time of the café's clock at which somebody wants to collect an order, such as `12:15`.
struct PickupTime {
    private let minute: Int

    /// Reads hours and minutes.
    init(_ text: String) throws(UsageError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }),
            parts[1].utf8.count == 2,
            let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour),
            (0...59).contains(minute)
        else { throw UsageError.malformedValue(text, of: "--pickup", expected: "HH:MM") }
        self.minute = hour * 60 + minute
    }

    /// Finds the first window with room that begins then.
    ///
    /// - Throws: `CommandFailure` that names other windows.
    func window(in timetable: PickupTable) throws(CommandFailure) -> PickupTable.Window {
        let found = timetable.windows.filter { timetable.minute(of: $0.start) == minute }
        if let free = found.first(where: \.isFree) { return free }
        let others = timetable.windows.filter(\.isFree)
        guard !others.isEmpty else { throw CommandFailure("The café has no pickup window with room.") }
        // The nearest ones by the clock.
        let near = others.sorted { distance($0, timetable) < distance($1, timetable) }.prefix(3)
        let clock = WallClock()
        let names = near.sorted { $0.start < $1.start }.map { clock.text($0.start, in: timetable.zone) }
        let reason = found.isEmpty ? "No pickup window begins then." : "That pickup window is full."
        throw CommandFailure("\(reason) There is room at \(names.joined(separator: "; ")).")
    }

    private func distance(_ window: PickupTable.Window, _ timetable: PickupTable) -> Int {
        abs(timetable.minute(of: window.start) - minute)
    }
}

/// The pickup windows of a quote.
struct PickupTable {
    /// A window that can be chosen.
    struct Window {
        let start: Timestamp
        let isFree: Bool
    }

    /// The zone of the café's clock.
    let zone: Zone
    /// When an order for as soon as possible can be ready; `nil` when it cannot be had.
    let readyAt: Timestamp?
    /// The windows, in order.
    let windows: [Window]

    /// Reads the windows of a quote; `nil` when the café has none.
    static func read(from quote: JSONValue) throws -> PickupTable? {
        guard JSONReader(quote)["pickup"].optional != nil else { return nil }
        return try quote.reading { quote -> PickupTable? in
            let table = quote["pickup"]
            let zone = table["timeZone"].text(as: { Zone($0) }, "must be a zone")
            let ready = table["soonest"].optional?["readyAt"].text(as: { Timestamp($0) }, "must be a time")
            let windows = table["windows"].array { window -> Window? in
                let start = window["startsAt"].text(as: { Timestamp($0) }, "must be a time")
                guard let start, let isFree = window["isFree"].boolean() else { return nil }
                return Window(start: start, isFree: isFree)
            }
            guard let zone, let windows else { return nil }
            return PickupTable(zone: zone, readyAt: ready, windows: windows)
        }
    }

    /// What the café's clock shows at an instant, in minutes since midnight.
    func minute(of instant: Timestamp) -> Int {
        let seconds = instant.millisecondsSinceEpoch / 1_000 + Int64(zone.secondsFromUTC(at: instant))
        return Int((seconds / 60) % 1_440)
    }
}
