public import TipCore
public import TipRuntime

/// How tips look: makes a view of a tip (TD21).
///
/// A style takes title, message, picture and actions from the configuration, so that what a view around the tip changes counts
/// (T108).
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
/// A host writes the tree for its pages by ``TipElement/write(_:to:languages:from:)``. They know pictures by the name of an icon or
/// by an address of theirs, such as `Image("/assets/images/valley.jpg")`, and leave out others.
@MainActor public protocol TipViewStyle: Sendable {
    /// What a style is given.
    typealias Configuration = TipViewStyleConfiguration
    /// What a style makes.
    associatedtype Body: View
    /// Makes a view of a tip.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style makes a tip of.
public struct TipViewStyleConfiguration: Sendable {
    /// The tip itself, for what the others do not tell.
    public let tip: any Tip
    /// The title.
    public let title: Text
    /// The text below the title.
    public let message: Text?
    /// The picture.
    public let image: Image?
    /// The buttons; a handler runs the closure that the view was given, or else the tip's own (T106, T107).
    public let actions: [Tips.Action]

    /// Takes a tip as it is.
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

/// The usual look: picture, title and message beside each other, then the buttons, with a cross to close it.
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
    /// The usual look.
    public static var miniTip: MiniTipViewStyle { MiniTipViewStyle() }
}
