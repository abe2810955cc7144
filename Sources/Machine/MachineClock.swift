import Bluetooth
package import Observations
import Synchronization

/// The time of this machine, which never goes back.
///
/// It measures from the time of day at its start, and follows when somebody sets the system's clock, as the network does
/// on a machine without a battery:
///
/// - Forwards, it jumps. Nobody knows what happened between, so observations report an interruption; otherwise the jump
///   would count as silence, and end every stay.
/// - Backwards, it goes at half speed until the system's clock has caught up. A jump would make every observation late
///   (LD15), and a halt would let no silence pass.
package final class MachineClock: Sendable {
    /// The present time, and how often the clock has jumped.
    struct Reading: Sendable {
        let time: ObservationTime
        let jumps: Int
    }

    private struct State {
        /// The time at the mark.
        var base: ObservationTime
        /// The measured time at which the clock jumped or changed its speed last.
        var mark: Duration = .zero
        var isSlow = false
        var jumps = 0

        func time(at measured: Duration) -> ObservationTime {
            base.advanced(by: isSlow ? (measured - mark) / 2 : measured - mark)
        }
    }

    /// The smallest difference from the system's clock that is followed; smaller ones change no decision.
    private static let tolerance = Duration.seconds(2)

    private let systemTime: @Sendable () -> ObservationTime
    private let measured: @Sendable () -> Duration
    private let state: Mutex<State>

    /// Starts at the present time of day.
    package convenience init() {
        let origin = ContinuousClock.now
        self.init(systemTime: { .now }, measured: { origin.duration(to: .now) })
    }

    /// Makes a clock from the system's time of day, and from the time that has passed since the start.
    init(systemTime: @escaping @Sendable () -> ObservationTime, measured: @escaping @Sendable () -> Duration)
    {
        self.systemTime = systemTime
        self.measured = measured
        state = Mutex(State(base: systemTime()))
    }

    /// The present time.
    package var now: ObservationTime { reading.time }

    /// The present time, and how often the clock has jumped.
    var reading: Reading {
        state.withLock { state in
            let (measured, system) = (measured(), systemTime())
            let time = state.time(at: measured)
            let ahead = time.duration(to: system)
            if ahead > Self.tolerance {
                state = State(base: system, mark: measured, jumps: state.jumps + 1)
            } else if state.isSlow ? ahead >= .zero : ahead < .zero - Self.tolerance {
                state = State(base: time, mark: measured, isSlow: !state.isSlow, jumps: state.jumps)
            }
            return Reading(time: state.time(at: measured), jumps: state.jumps)
        }
    }
}
