public import Attendance
public import Essentials

/// Receives the crossings of entrances that presence finds.
///
/// This is all that presence knows of the time clock.
public struct CrossingHandler: Sendable {
    /// Decides on a crossing in the transaction that stores it.
    let decide:
        @Sendable (_ crossing: Crossing, _ person: PersonID, _ transaction: WriteTransaction) throws -> Void
    /// Called after crossings were stored.
    let stored: @Sendable () -> Void

    /// Makes a handler from its parts.
    public init(
        decide: @escaping @Sendable (Crossing, PersonID, WriteTransaction) throws -> Void,
        stored: @escaping @Sendable () -> Void
    ) {
        self.decide = decide
        self.stored = stored
    }
}
