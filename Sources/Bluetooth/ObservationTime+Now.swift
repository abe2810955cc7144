// Both, because the compiler finds `timespec` in whichever of the two modules it met first.
import CSystemd
import Glibc
package import Observations

extension ObservationTime {
    /// The time of day of this machine.
    package static var now: ObservationTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return ObservationTime(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
