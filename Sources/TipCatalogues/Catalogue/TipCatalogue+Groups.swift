public import TipCore

extension TipCatalogue {
    /// The tip of a group that is shown now.
    ///
    /// - Parameters:
    ///   - tips: The group's tips, in their order.
    ///   - isOrdered: Whether each waits until all before it have ended (T83); else the first available one is shown (T82).
    ///   - status: What the machine says of a tip.
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
}
