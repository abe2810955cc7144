import Attendance
import Essentials

/// Names something; the texts in tests are valid identifiers.
func id<Owner>(_ text: String) -> Identifier<Owner> {
    guard let identifier = Identifier<Owner>(text) else { preconditionFailure("\(text) is no identifier") }
    return identifier
}

/// Midnight in UTC of the first day of a test.
let midnight = Timestamp(millisecondsSinceEpoch: 1_760_000_000_000 - 1_760_000_000_000 % 86_400_000)

/// An instant by hours and minutes, such as `"09:00"`, with seconds and a day where they matter.
func at(_ clock: String, seconds: Int = 0, day: Int = 0) -> Timestamp {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    precondition(parts.count == 2, "\(clock) is no time")
    return midnight.advanced(by: .seconds(((day * 24 + parts[0]) * 60 + parts[1]) * 60 + seconds))
}

func crossing(
    _ kind: Crossing.Kind, _ observedAt: Timestamp, receivedAt: Timestamp? = nil
) -> Crossing {
    Crossing(
        entrance: id("front-door"), kind: kind, observedAt: observedAt, receivedAt: receivedAt ?? observedAt,
        source: id("gateway"))
}

let berlin: Zone = {
    guard let zone = Zone("Europe/Berlin") else { preconditionFailure("no such zone") }
    return zone
}()

func punch(_ kind: PunchKind, _ time: Timestamp, deviceTime: Timestamp? = nil) -> Punch {
    Punch(
        id: id("punch"), person: id("ada"), kind: kind, time: time, deviceTime: deviceTime,
        site: id("berlin"),
        zone: berlin, reminder: nil)
}
