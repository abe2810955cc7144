public import TipCore
public import TipRuntime

/// A tip in the flow of the views around it, in their tip style; empty while the tip may not be shown (T103).
///
/// The host begins and ends the tip's appearances: `TipStore.beginAppearance(of:on:)`.
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
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        guard let tip, tip.status == .available else { return [] }
        let configuration = TipViewStyleConfiguration(tip, perform: perform)
        return environment.style.elements(of: configuration, in: environment)
    }
}

extension TipViewStyle {
    fileprivate func elements(
        of configuration: Configuration, in environment: ViewEnvironment
    ) -> [TipElement] {
        makeBody(configuration: configuration).elements(in: environment)
    }
}
