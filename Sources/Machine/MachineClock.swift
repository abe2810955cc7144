import Bluetooth
package import Observations

/// The time of this machine, which never goes back and never jumps.
///
/// It takes the time of day once, and then measures. A clock that somebody sets while the program runs would otherwise
/// end every stay at once, or never.
package final class MachineClock: Sendable {
    private let start: ObservationTime
    private let origin = ContinuousClock.now

    /// Starts at the present time of day.
    package init() { start = .now }

    /// The present time.
    package var now: ObservationTime { start.advanced(by: origin.duration(to: .now)) }
}
