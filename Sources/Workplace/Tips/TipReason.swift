import TipCatalogues
public import TipCore

/// Why a person is shown a tip now, or is not (TA2).
public struct TipReason: Hashable, Sendable {
    /// Why the person's offer does not contain the tip; `nil` when it does.
    public let withholding: Withholding?
    /// The decision of the person's devices, or their decision if the offer contained the tip.
    public let explanation: TipExplanation
    /// The group in which another tip comes first; `nil` without such a group, and for a tip that has ended.
    public let turn: Turn?

    /// A tip that comes first in a group.
    public struct Turn: Hashable, Sendable {
        /// The group of both tips.
        public let group: String
        /// The tip that comes first.
        public let tip: TipID
    }

    /// Reasons to leave a tip out of an offer.
    public enum Withholding: String, Hashable, Sendable, CaseIterable {
        /// The tip is switched off.
        case off
        /// Its segment does not include the person.
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
