import Essentials
import Observations
import Presence
import Ranging

/// How strongly a badge is heard at a spot, smoothed: single advertisements differ by ten dB and more.
struct SpotSignal: Sendable {
    /// How long a badge counts as heard after its last sighting.
    static let memory: Duration = .seconds(5)

    private var filter = SignalFilter<ObservationTime>()
    /// The smoothed signal strength less the one claimed for a metre, in dB.
    private var strength = -Double.infinity
    private var heardAt: Timestamp

    /// Begins with a sighting.
    init(rssi: Int8, measuredPower: Int8, at time: Timestamp) {
        heardAt = time
        hear(rssi: rssi, measuredPower: measuredPower, at: time)
    }

    /// Takes another sighting; strengths are in dBm.
    mutating func hear(rssi: Int8, measuredPower: Int8, at time: Timestamp) {
        strength = filter.update(rssi: rssi, at: time.observed) - Double(measuredPower)
        heardAt = max(heardAt, time)
    }

    func nearness(at time: Timestamp) -> Nearness {
        heardAt.duration(to: time) > Self.memory ? .unheard : .measured(strength)
    }
}
