package import Observations

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The time of this machine, which never goes back and never jumps.
///
/// It takes the time of day once, and then measures. A clock that somebody sets while the program runs would otherwise
/// end every stay at once, or never.
package final class MachineClock: Sendable {
    private let start: ObservationTime
    private let origin = ContinuousClock.now

    /// Starts at the present time of day.
    package init() { start = Self.timeOfDay() }

    /// The present time.
    package var now: ObservationTime { start.advanced(by: origin.duration(to: .now)) }

    private static func timeOfDay() -> ObservationTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return ObservationTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
