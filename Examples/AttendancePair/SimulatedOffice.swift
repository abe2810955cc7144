import Geodesy
import Monitoring
import Observations

/// A simulated day at the office: to work, two errands in the morning, home in the evening.
enum SimulatedOffice {
    /// 2026-03-02, 08:30 UTC.
    private static let first = ObservationTime(microseconds: 1_772_440_200_000_000)
    static let reception = Coordinate(latitude: 35.6586, longitude: 139.7454)
    private static let away = Coordinate(latitude: 35.6686, longitude: 139.7454)

    /// When a day begins.
    static func start(day: Int) -> ObservationTime { first.advanced(by: .seconds(86_400 * day)) }

    /// What the employee's phone senses on a day, apart from what other devices send.
    static func walk(day number: Int) -> SimulatedSurroundings {
        let start = start(day: number)
        let stops: [(minute: Int, place: Coordinate?)] = [
            (0, away), (30, reception), (50, reception), (55, away), (60, reception), (80, reception),
            (85, away),
            (90, reception), (570, reception), (600, away),
        ]
        let path = stops.compactMap { stop in
            stop.place.map {
                SimulatedSurroundings.Waypoint(start.advanced(by: .seconds(60 * stop.minute)), at: $0)
            }
        }
        var day = SimulatedSurroundings(seed: 1, from: start, until: path.last?.time ?? start)
        day.path = path
        day.beat = .seconds(10)
        day.fixInterval = nil
        day.signalError = 0
        return day
    }
}
