import Foundation

/// Notices on the phone; one that repeats within two hours, such as over lunch, is not shown again.
struct Notices {
    /// How long a notice is not repeated, counted from the last time that it was wanted.
    private static let pause: TimeInterval = 2 * 60 * 60
    private let defaults = UserDefaults.standard
    private let now: () -> Date

    /// Makes notices that take the time from a clock.
    init(now: @escaping () -> Date) { self.now = now }

    /// How often the program was started before; the days of the simulation.
    static func nextDay() -> Int {
        let defaults = UserDefaults.standard
        let day = defaults.integer(forKey: "simulatedDay")
        defaults.set(day + 1, forKey: "simulatedDay")
        return day
    }

    /// Shows a notice, unless it was wanted less than two hours ago.
    func post(_ message: String) {
        let date = now()
        defer {
            defaults.set(date.timeIntervalSince1970, forKey: message)
            _ = defaults.synchronize()
        }
        let last = defaults.object(forKey: message).map { _ in defaults.double(forKey: message) }
        guard let last, date.timeIntervalSince1970 - last <= Self.pause else {
            return print("\(Self.time(date)) \(message)")
        }
    }

    private static func time(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "HH:mm"
        return formatter.string(from: date)
    }
}
