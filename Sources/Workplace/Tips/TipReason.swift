import TipCatalogues
public import TipCore

/// Why a person is shown a tip now, or is not (TA2).
public struct TipReason: Hashable, Sendable {
    /// Why the person does not get the tip at all; `nil` for one who does.
    public let withholding: Withholding?
    /// What their devices decide, or would if they got it.
    public let explanation: TipExplanation

    /// Why somebody does not get a tip at all.
    public enum Withholding: String, Hashable, Sendable, CaseIterable {
        /// It is switched off.
        case off
        /// It is for others.
        case segment
        /// An experiment shows it to others.
        case holdout
    }
}

extension TipReason.Withholding {
    init?(_ tip: TipCatalogue.Tip, _ audience: TipAudience) {
        guard tip.isOn else {
            self = .off
            return
        }
        guard tip.segment?.includes(audience) ?? true else {
            self = .segment
            return
        }
        guard tip.experiment?.arm(for: audience.subject) == .holdout else { return nil }
        self = .holdout
    }
}
