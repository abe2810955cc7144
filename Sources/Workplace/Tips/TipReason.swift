import TipCatalogues
public import TipCore

/// Why a person is shown a tip now, or is not (TA2).
public struct TipReason: Hashable, Sendable {
    /// Why the person does not get the tip at all; `nil` for one who does.
    public let withholding: Withholding?
    /// What their devices decide, or would if they got it.
    public let explanation: TipExplanation
    /// The group in which another tip comes before it; `nil` where none does, and for a tip that has ended.
    public let turn: Turn?

    /// Which tip comes before another one.
    public struct Turn: Hashable, Sendable {
        /// The group of both.
        public let group: String
        /// The one that comes before.
        public let tip: TipID
    }

    /// Why somebody does not get a tip at all.
    public enum Withholding: String, Hashable, Sendable, CaseIterable {
        /// It is switched off.
        case off
        /// It is for others.
        case segment
    }
}

extension TipReason.Withholding {
    init?(_ tip: TipCatalogue.Tip, _ audience: TipAudience) {
        guard tip.isOn else {
            self = .off
            return
        }
        guard let segment = tip.segment, !segment.includes(audience) else { return nil }
        self = .segment
    }
}

extension TipReason.Turn {
    init?(before tip: TipID, of offer: TipOffer, status: (TipID) -> Tips.Status) {
        for group in offer.catalogue.groups(for: offer.audience) where group.tips.contains(tip) {
            let first = TipCatalogue.predecessor(
                of: tip, in: group.tips, isOrdered: group.isOrdered, status: status)
            guard let first else { continue }
            self.init(group: group.name, tip: first)
            return
        }
        return nil
    }
}
