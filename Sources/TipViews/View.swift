public import TipRuntime

/// A part of a tip's look, under SwiftUI's name; it becomes a tree of ``TipElement`` (TD21).
///
/// A style written for TipKit compiles when it uses stacks, texts, images, taps and overlays. The page or terminal chooses colours
/// and sizes, so modifiers for them have no effect.
@MainActor public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    /// What the view is made of.
    @ViewBuilder var body: Body { get }
    /// The elements of the view, in order; there is a usual implementation for views that have a body.
    func elements(in environment: ViewEnvironment) -> [TipElement]
}

/// What a view takes from those around it.
@MainActor public struct ViewEnvironment {
    var font: TipFont?
    var contentMode: TipContentMode?
    var style: any TipViewStyle = MiniTipViewStyle()
    private let taps = TapNumbers()

    /// Surrounds a view by nothing.
    public init() {}

    /// The name of the next closure that a tap runs, which no other in the tree has.
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
    /// There is none: the view is made of elements.
    public var body: Never { fatalError("a view that is made of elements has no body") }
}

extension Never: View {
    /// There is none.
    public typealias Body = Never
}

extension TipElement: View {
    /// The element itself.
    public func elements(in environment: ViewEnvironment) -> [TipElement] { [self] }
}

extension Optional: View where Wrapped: View {
    /// There is none.
    public typealias Body = Never
    /// Those of the view, if there is one.
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

    /// The picture, as large as the place that there is for it.
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

    /// Those of all views.
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
