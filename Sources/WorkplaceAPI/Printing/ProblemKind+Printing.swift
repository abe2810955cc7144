import HTTPCore
import Workplace

// Printers.
extension ProblemKind {
    static let noPrinter = ProblemKind(
        .conflict, "no-printer", title: "No printer",
        "The campus file has no printer that prints this. Add it to printers of the café.")
    static let unknownPrinter = ProblemKind(
        .conflict, "unknown-printer", title: "Unknown printer",
        "The café has no printer of that identifier. GET /api/v1/cafes/{cafe}/printers names those that it has."
    )
    static let notPaid = ProblemKind(
        .conflict, "not-paid", title: "Not paid yet",
        "The order is not paid for, so there is no receipt.")

    static let printing = [noPrinter, unknownPrinter, notPaid]
}

extension PrintRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .noPrinter: Problem(.noPrinter, detail: "The café has no printer for this.")
        case .unknownPrinter(let id): Problem(.unknownPrinter, detail: "The café has no printer \(id).")
        case .notPaid: Problem(.notPaid, detail: "The order is not paid for yet.")
        }
    }
}
