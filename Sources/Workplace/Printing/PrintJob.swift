public import Essentials

/// A document that a printer prints at least once.
public struct PrintJob: Hashable, Sendable {
    /// How long an ended job is kept.
    public static let retention: Duration = .seconds(48 * 3_600)

    /// The kind of document.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The lines that a printer's stations make.
        case ticket
        /// The cancellation of an order whose ticket was printed.
        case cancellation
        /// The receipt of an order.
        case receipt
    }

    /// The café.
    public let cafe: CafeID
    /// Its number among the jobs of the café, from 1; it is printed on the document.
    public let number: Int
    /// The printer that it is for.
    public let printer: PrinterID
    /// The printer that prints it: the backup while the other printer cannot print.
    public let place: PrinterID
    /// What is printed.
    public let kind: Kind
    /// The order.
    public let order: OrderID
    /// Whether staff asked for another print.
    public let isRepeat: Bool
    /// When it was last sent to a printer; it may be printed since then.
    public let triedAt: Timestamp?

    /// Whether it is marked as a reprint, because a print may already exist.
    public var isReprint: Bool { isRepeat || triedAt != nil }
    /// Whether the backup prints it.
    public var isBackup: Bool { place != printer }
}

/// Decides where a job is printed.
struct PrintRoute {
    /// The printers that are known to have a problem.
    let unavailable: Set<PrinterID>

    /// The printer to try next: the job's own printer, else its backup; `nil` when both have a problem.
    func next(for printer: PrinterID, backup: PrinterID?) -> PrinterID? {
        if !unavailable.contains(printer) { return printer }
        guard let backup, !unavailable.contains(backup) else { return nil }
        return backup
    }
}
