public import Essentials
public import TestSupport

extension ManualClock {
    /// What the clock shows when it starts at the noon of the fixtures.
    public var timestamp: Timestamp { Fixture.noon.advanced(by: now.offset) }
}
