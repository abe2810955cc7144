public import Attendance
public import Essentials

/// Receives the crossings of entrances that presence finds, in the transaction that keeps what presence found.
///
/// Presence knows no more of the time clock than this.
public typealias CrossingHandler =
    @Sendable (_ crossing: Crossing, _ person: PersonID, _ transaction: WriteTransaction) throws -> Void
