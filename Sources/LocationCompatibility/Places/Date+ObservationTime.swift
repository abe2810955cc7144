import Foundation
import Observations

extension Date {
    /// The moment of an observation, to the microsecond that a date near today can hold.
    init(_ time: ObservationTime) {
        self.init(timeIntervalSince1970: Double(time.microseconds) / 1_000_000)
    }
}
