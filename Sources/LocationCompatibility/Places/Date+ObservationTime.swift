import Foundation
import Observations

extension Date {
    /// The time of an observation; a present-day date keeps it to the microsecond.
    init(_ time: ObservationTime) {
        self.init(timeIntervalSince1970: Double(time.microseconds) / 1_000_000)
    }
}
