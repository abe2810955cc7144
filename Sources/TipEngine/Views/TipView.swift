import TipCore

/// A tip in the flow of what is around it, in the style that is set there; nothing while it may not be shown (T103).
///
/// Where it is shown, the host begins and ends its appearances: `TipStore.beginAppearance(of:on:)`.
public struct TipView: View {
    private let tip: (any Tip)?
    private let perform: (@MainActor @Sendable (Tips.Action) -> Void)?

    /// Shows a tip whose actions run their own handlers.
    public init(_ tip: (any Tip)?) {
        self.tip = tip
        perform = nil
    }

    /// Shows a tip and runs a closure for each of its actions (T106).
    public init(_ tip: (any Tip)?, action: @escaping @MainActor @Sendable (Tips.Action) -> Void) {
        self.tip = tip
        perform = action
    }

    /// The tip in its style.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        guard let tip, tip.status == .available else { return [] }
        let configuration = TipViewStyleConfiguration(tip, perform: perform)
        return surroundings.style.elements(of: configuration, in: surroundings)
    }
}

extension TipViewStyle {
    fileprivate func elements(
        of configuration: Configuration, in surroundings: ViewSurroundings
    ) -> [TipElement] {
        makeBody(configuration: configuration).elements(in: surroundings)
    }
}
