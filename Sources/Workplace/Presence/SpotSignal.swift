import Essentials
import Foundation

/// The smoothed strength of a badge's signal at a spot.
struct SpotSignal: Hashable, Sendable {
    /// How long a badge counts as heard after its last sighting.
    static let memory: Duration = .seconds(5)
    /// The share of a new sighting in the smoothed strength: single advertisements differ by ten dB and more.
    private static let share = 0.3

    /// The received signal strength less the strength claimed for one metre, in dB.
    private(set) var strength: Double
    private(set) var heardAt: Timestamp

    init(strength: Double, heardAt: Timestamp) {
        self.strength = strength
        self.heardAt = heardAt
    }

    /// Adds advertisements; after a gap the smoothing starts again.
    ///
    /// - Parameters:
    ///   - strength: The strength of one advertisement, or the mean of several in which each later one weighs
    ///     1 / (1 − share) of the one before. With that mean the result is the same as for one after another.
    ///   - count: The number of advertisements.
    ///   - time: When the last one was heard.
    mutating func hear(_ strength: Double, count: Int = 1, at time: Timestamp) {
        let isGap = heardAt.duration(to: time) > Self.memory
        let share = count == 1 ? Self.share : 1 - pow(1 - Self.share, Double(count))
        self.strength = isGap ? strength : self.strength + share * (strength - self.strength)
        heardAt = max(heardAt, time)
    }

    func nearness(at time: Timestamp) -> Nearness {
        heardAt.duration(to: time) > Self.memory ? .unheard : .measured(strength)
    }
}
