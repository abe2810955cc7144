public import Essentials

extension Named {
    /// A correction of a day of attendance.
    public enum DayCorrection: Sendable {}
}

/// Identifies a correction of a day of attendance.
public typealias DayCorrectionID = Identifier<Named.DayCorrection>
