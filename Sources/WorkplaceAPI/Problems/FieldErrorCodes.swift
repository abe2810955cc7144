import Attendance
import HTTPCore
import TipCatalogues

extension Problem.FieldError {
    /// Every code of a mistake: those of the JSON reader, of a basket, of a catalogue of tips, of a new password and of a table.
    static let codes =
        others + importCodes.filter { !others.contains($0) }

    private static let others =
        [
            "required", "type", "unknown-member", "value", "further-mistakes", "empty", "too-many-lines",
            "unknown-item", "unknown-choice", "duplicate-choice", "too-few-choices", "too-many-choices",
            "too-many-of-choice", "quantity-out-of-range", "note-too-long", "note-not-plain",
            "amount-too-large",
            "duplicate", "unknown-reference", "limit", "unknown-name", "rule", "language", "too-short",
            "too-long", "too-common",
            "holds-name", "self", "before-the-first", "past",
        ] + ProposalMistake.allCases.map(\.rawValue) + TipFinding.Code.allCases.map(\.rawValue)
}
