/// Why the store refuses writes.
///
/// The raw value is the stable code that clients get.
public enum StoreOutage: String, Error, Sendable, CaseIterable {
    /// The disk is full.
    case diskFull = "disk-full"
    /// The disk reported a failure; the change may have been made or not.
    case diskFailed = "disk-failed"
    /// The file holds data that the store cannot have written.
    case fileDamaged = "database-damaged"
    /// The file may not be written.
    case fileReadOnly = "database-read-only"
    /// The file that is open is not the one at its path. If it was moved during a commit, the change may have been made.
    case fileMoved = "database-moved"
    /// The server of the database does not answer. If it was lost during a commit, the change may have been made.
    case serverAway = "database-away"
    /// Commits wait for a synchronous standby of the server, and none answers; what waits takes effect when one does.
    case commitWaits = "commit-waits"
    /// The clock is well before the time of the last change.
    case clockBehind = "clock-behind"

    /// How much earlier than the last change a change may be.
    ///
    /// Clocks are corrected by seconds, and two processes differ by less.
    public static let clockTolerance: Duration = .seconds(300)
}

extension StoreOutage: CustomStringConvertible {
    /// The outage as a sentence for the operator.
    public var description: String {
        switch self {
        case .diskFull: "The disk of the database is full. Nothing more is stored until there is room."
        case .diskFailed:
            "The disk of the database reported a failure. Nothing more is stored until it works."
        case .fileDamaged: "The file of the database is damaged. Stop the server and restore a backup."
        case .fileReadOnly:
            "The file of the database may not be written. Nothing more is stored until it may."
        case .fileMoved:
            "The file of the database was moved, deleted or replaced while it was open. Nothing more is stored. Put it back, "
                + "or start the server again with the file that is there."
        case .serverAway:
            "The server of the database does not answer. Nothing more is stored until it does; this server then goes on by itself."
        case .commitWaits:
            "Commits wait for a synchronous standby that does not answer. Nothing more is acknowledged until one does, or until "
                + "synchronous_standby_names of the server is cleared."
        case .clockBehind:
            "The clock is more than five minutes behind the last stored change. Nothing more is stored until it is set. If "
                + "it was ahead before and is right now, import the campus file again."
        }
    }
}
