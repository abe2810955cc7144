public import TipRuntime

/// A part of a tip's look, under SwiftUI's name; it becomes a tree of ``TipElement`` (TD21).
///
/// A style written for TipKit compiles when it uses stacks, texts, images, taps and overlays. The page or terminal chooses colours
/// and sizes, so modifiers for them have no effect.
@MainActor public protocol View {
    /// The content of the view.
    associatedtype Body: View
    /// The content of the view.
    @ViewBuilder var body: Body { get }
    /// The elements of the view, in order; views with a body have a default implementation.
    func elements(in environment: ViewEnvironment) -> [TipElement]
}

/// The settings that a view gets from the views around it.
@MainActor public struct ViewEnvironment {
    var font: TipFont?
    var contentMode: TipContentMode?
    var style: any TipViewStyle = MiniTipViewStyle()
    private let taps = TapNumbers()

    /// Makes the environment of a view that is alone.
    public init() {}

    /// The name of the next closure for a tap, unique in the tree.
    func nextTap() -> String {
        defer { taps.next += 1 }
        return "tap-\(taps.next)"
    }

    @MainActor private final class TapNumbers {
        var next = 0
    }
}

extension View {
    /// The elements of the body.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        body.elements(in: environment)
    }

    /// The view as one element: below each other when there are several, `nil` when there are none.
    public func element(in environment: ViewEnvironment = ViewEnvironment()) -> TipElement? {
        let elements = elements(in: environment)
        return elements.count > 1 ? .stack(.vertical, elements) : elements.first
    }
}

extension View where Body == Never {
    /// Such a view has no body; it consists of elements.
    public var body: Never { fatalError("a view that is made of elements has no body") }
}

extension Never: View {
    /// Such a view has no body.
    public typealias Body = Never
}

extension TipElement: View {
    /// The element itself.
    public func elements(in environment: ViewEnvironment) -> [TipElement] { [self] }
}

extension Optional: View where Wrapped: View {
    /// Such a view has no body.
    public typealias Body = Never
    /// The elements of the view, if there is a view.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        self?.elements(in: environment) ?? []
    }
}

extension Text: View {
    /// The text, in the role that goes with the font around it.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        [.text(self, role: environment.font?.role ?? .message)]
    }
}

extension Image: View {
    /// The picture, as large as an icon.
    public func elements(in environment: ViewEnvironment) -> [TipElement] { [.image(self)] }

    /// The picture, as large as the available room.
    public func resizable() -> some View { ResizableImage(image: self) }
}

private struct ResizableImage: View {
    let image: Image

    func elements(in environment: ViewEnvironment) -> [TipElement] {
        [.image(image, size: environment.contentMode == .fit ? .large : .fill)]
    }
}

/// Views one after the other.
public struct ViewList: View {
    private let views: [any View]

    init(_ views: [any View]) { self.views = views }

    /// The elements of all views.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        views.flatMap { $0.elements(in: environment) }
    }
}

/// Collects views, one a line.
@resultBuilder
public enum ViewBuilder: Sendable {
    /// Takes a view.
    public static func buildExpression<Content: View>(_ view: Content) -> Content { view }
    /// Takes a view alone.
    public static func buildBlock<Content: View>(_ view: Content) -> Content { view }
    /// Joins views.
    @_disfavoredOverload
    @MainActor public static func buildBlock(_ views: any View...) -> ViewList { ViewList(views) }
}
