import Essentials

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

    /// Adds a sighting; after a gap the smoothing starts again.
    mutating func hear(_ strength: Double, at time: Timestamp) {
        let isGap = heardAt.duration(to: time) > Self.memory
        self.strength = isGap ? strength : self.strength + Self.share * (strength - self.strength)
        heardAt = max(heardAt, time)
    }

    func nearness(at time: Timestamp) -> Nearness {
        heardAt.duration(to: time) > Self.memory ? .unheard : .measured(strength)
    }
}
