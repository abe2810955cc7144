public import Essentials

/// A piece of paper that a printer owes: it is printed at least once.
public struct PrintJob: Hashable, Sendable {
    /// How long a job is kept after its end.
    public static let retention: Duration = .seconds(48 * 3_600)

    /// What is printed.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The lines that a printer's stations make.
        case ticket
        /// That an order whose ticket was printed is cancelled.
        case cancellation
        /// What an order cost.
        case receipt
    }

    /// The café.
    public let cafe: CafeID
    /// Its number among the jobs of the café, from 1; it stands on the paper.
    public let number: Int
    /// The printer that owes it.
    public let printer: PrinterID
    /// The printer whose turn it is: the backup while the other cannot print.
    public let place: PrinterID
    /// What is printed.
    public let kind: Kind
    /// The order.
    public let order: OrderID
    /// Whether somebody asked for it once more.
    public let isRepeat: Bool
    /// When it was last sent to a printer; it may be on paper since then.
    public let triedAt: Timestamp?

    /// Whether the paper says that it may exist already.
    public var isReprint: Bool { isRepeat || triedAt != nil }
    /// Whether the backup prints it.
    public var isBackup: Bool { place != printer }
}

/// Decides where a job is printed.
struct PrintRoute {
    /// The printers that cannot print now, as far as is known.
    let troubled: Set<PrinterID>

    /// The printer to try next: the own one, or else its backup; `nil` when both are in trouble.
    func next(for printer: PrinterID, backup: PrinterID?) -> PrinterID? {
        if !troubled.contains(printer) { return printer }
        guard let backup, !troubled.contains(backup) else { return nil }
        return backup
    }
}
