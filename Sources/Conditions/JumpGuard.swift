package import Geodesy
package import Observations

/// Distinguishes a jump from a movement, for the fixes of one source (LD13).
///
/// It keeps one fix in memory: the last one that was not a jump. LD20 allows two.
package struct JumpGuard: Hashable, Sendable {
    private var reference: Coordinate?
    private var time = ObservationTime(microseconds: .min)

    /// Starts without a fix.
    package init() {}

    /// Whether the way from the last believed fix to this one needs more than the maximum plausible speed.
    ///
    /// The speed is that of the straight line, which is never longer than the actual path.
    package mutating func isJump(
        to place: Coordinate, at time: ObservationTime, maximumSpeed: Double
    ) -> Bool {
        if let reference {
            // Fixes that are not newer are ignored everywhere.
            guard time > self.time else { return false }
            let seconds = Double(self.time.microseconds(to: time)) / 1_000_000
            let reach = maximumSpeed * seconds
            // Nearly every fix is close to the last one, and a bound without elementary functions shows that.
            if reference.squaredDistanceBound(to: place) > reach * reach,
                reference.straightDistance(to: place) > reach
            {
                return true
            }
        }
        reference = place
        self.time = time
        return false
    }

    /// Forgets the fix: fixes after an interruption are judged without it.
    package mutating func forget() { reference = nil }
}
