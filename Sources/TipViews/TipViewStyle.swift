public import TipCore
public import TipRuntime

/// A look of tips: makes a view of a tip (TD21).
///
/// A style takes title, message, picture and actions from the configuration, because views around the tip may
/// have changed them (T108).
///
/// ```swift
/// struct PictureStyle: TipViewStyle {
///     func makeBody(configuration: Configuration) -> some View {
///         Image("valley").resizable()
///             .onTapGesture { configuration.actions.first?.handler() }
///             .overlay(alignment: .bottomLeading) { configuration.title.font(.title) }
///     }
/// }
/// ```
///
/// A host writes the tree for its pages by ``TipElement/write(_:to:languages:from:)``. Pages accept a picture
/// by the name of an icon or by an address of their own, such as `Image("/assets/images/valley.jpg")`, and
/// leave out others.
@MainActor public protocol TipViewStyle: Sendable {
    /// The input of a style.
    typealias Configuration = TipViewStyleConfiguration
    /// The view that a style makes.
    associatedtype Body: View
    /// Makes a view of a tip.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The parts of a tip for a style.
public struct TipViewStyleConfiguration: Sendable {
    /// The tip itself, for everything that the other members do not have.
    public let tip: any Tip
    /// The title.
    public let title: Text
    /// The text below the title.
    public let message: Text?
    /// The picture.
    public let image: Image?
    /// The buttons; a handler runs the closure that the view was given, or else the tip's own (T106, T107).
    public let actions: [Tips.Action]

    /// Makes the configuration of an unchanged tip.
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - perform: Runs in place of the actions' own handlers.
    public init(_ tip: any Tip, perform: (@MainActor @Sendable (Tips.Action) -> Void)? = nil) {
        self.tip = tip
        title = tip.title
        message = tip.message
        image = tip.image
        actions = tip.actions.map { action in
            guard let perform else { return action }
            return action.handled { perform(action) }
        }
    }
}

/// The default look: picture, title and message beside each other, then the buttons, with a cross to close
/// the tip.
public struct MiniTipViewStyle: TipViewStyle {
    /// Makes the style.
    public nonisolated init() {}

    /// Makes the elements of a tip.
    public func makeBody(configuration: Configuration) -> TipElement {
        var texts: [TipElement] = [.text(configuration.title, role: .title)]
        if let message = configuration.message { texts.append(.text(message)) }
        var row: [TipElement] = configuration.image.map { [.image($0)] } ?? []
        row.append(.stack(.vertical, texts))
        row.append(.button(.close))
        let buttons = configuration.actions.map { TipElement.button(.perform($0)) }
        return .stack(.vertical, [.stack(.horizontal, row)] + buttons)
    }
}

extension TipViewStyle where Self == MiniTipViewStyle {
    /// The default look.
    public static var miniTip: MiniTipViewStyle { MiniTipViewStyle() }
}
