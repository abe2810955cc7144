public import TipCore

extension TipCatalogue {
    /// The tip of a group that is shown now.
    ///
    /// - Parameters:
    ///   - tips: The group's tips, in their order.
    ///   - isOrdered: Whether a tip waits until all tips before it have ended (T83); otherwise the first available one is shown (T82).
    ///   - status: The status of a tip.
    /// - Returns: The tip; `nil` when none is shown.
    public static func currentTip(
        of tips: [TipID], isOrdered: Bool, status: (TipID) -> Tips.Status
    ) -> TipID? {
        for tip in tips {
            switch status(tip) {
            case .available: return tip
            case .pending where isOrdered: return nil
            default: continue
            }
        }
        return nil
    }

    /// The tip of a group that keeps another tip of the group from being shown.
    ///
    /// - Parameters:
    ///   - tip: The other tip.
    ///   - tips: The group's tips, in their order.
    ///   - isOrdered: Whether a tip waits until all tips before it have ended (T83).
    ///   - status: The status of a tip.
    /// - Returns: The tip; `nil` when no tip comes before.
    public static func predecessor(
        of tip: TipID, in tips: [TipID], isOrdered: Bool, status: (TipID) -> Tips.Status
    ) -> TipID? {
        tips.prefix { $0 != tip }.first { other in
            switch status(other) {
            case .available: true
            case .pending: isOrdered
            case .invalidated: false
            }
        }
    }
}
