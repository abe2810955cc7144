package import Geodesy
package import Observations

/// Distinguishes a jump from a move, for the fixes of one source (LD13).
///
/// It holds one fix in memory, the last that was itself no jump; LD20 allows two.
package struct JumpGuard: Hashable, Sendable {
    private var reference: Coordinate?
    private var time = ObservationTime(microseconds: .min)

    /// Knows no fix yet.
    package init() {}

    /// Whether a fix is reached from the last believed one only faster than a device is believed to move.
    ///
    /// The speed is that of the straight line, which is never longer than the way that was taken.
    package mutating func isJump(
        to place: Coordinate, at time: ObservationTime, maximumSpeed: Double
    ) -> Bool {
        if let reference {
            // A fix that is not later counts nowhere.
            guard time > self.time else { return false }
            let seconds = Double(self.time.microseconds(to: time)) / 1_000_000
            let reach = maximumSpeed * seconds
            // Nearly every fix is near the last; a bound that needs no elementary function shows it.
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

    /// Forgets the fix: what comes after an interruption is judged on its own.
    package mutating func forget() { reference = nil }
}
