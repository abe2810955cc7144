import Foundation

/// The café that the person wants to see at the start; none for the nearest.
struct Preference {
    private static let key = "preferredCafeID"
    private static let dayKey = "simulatedDay"
    private let defaults = UserDefaults.standard

    /// The café, if one was chosen; the key is absent, not 0, until then.
    var cafe: Cafe? {
        guard defaults.object(forKey: Self.key) != nil else { return nil }
        let id = defaults.integer(forKey: Self.key)
        return Cafe.all.first { $0.id == id }
    }

    /// How often the program was started before; the days of the simulation.
    func nextDay() -> Int {
        let day = defaults.integer(forKey: Self.dayKey)
        defaults.set(day + 1, forKey: Self.dayKey)
        _ = defaults.synchronize()
        return day
    }

    /// Keeps a choice for the next start.
    func keep(_ cafe: Cafe) {
        defaults.set(cafe.id, forKey: Self.key)
        _ = defaults.synchronize()
    }
}
