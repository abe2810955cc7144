public import Attendance
public import Essentials

/// Receives the crossings of entrances that presence finds, in the transaction that stores them.
///
/// This is all that presence knows of the time clock.
public typealias CrossingHandler =
    @Sendable (_ crossing: Crossing, _ person: PersonID, _ transaction: WriteTransaction) throws -> Void
