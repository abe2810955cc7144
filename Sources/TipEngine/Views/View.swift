/// A part of what a tip looks like, under SwiftUI's name: what it is made of becomes ``TipElement`` (TD21).
///
/// A style that was written for TipKit compiles with it as far as it uses stacks, texts, images, buttons, taps and overlays.
/// What a page or a terminal decides by itself, such as colours and sizes, is taken and has no effect.
@MainActor public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    /// What the view is made of.
    @ViewBuilder var body: Body { get }
    /// The elements of the view, in order; there is a usual implementation for views that have a body.
    func elements(in surroundings: ViewSurroundings) -> [TipElement]
}

/// What a view takes from those around it.
@MainActor public struct ViewSurroundings {
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
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        body.elements(in: surroundings)
    }

    /// The view as one element: below each other when there are several, `nil` when there are none.
    public func element(in surroundings: ViewSurroundings = ViewSurroundings()) -> TipElement? {
        let elements = elements(in: surroundings)
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
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] { [self] }
}

extension Optional: View where Wrapped: View {
    /// There is none.
    public typealias Body = Never
    /// Those of the view, if there is one.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        self?.elements(in: surroundings) ?? []
    }
}

extension Text: View {
    /// The text, in the role that goes with the font around it.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        [.text(self, role: surroundings.font?.role ?? .message)]
    }
}

extension Image: View {
    /// The picture, as large as an icon.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] { [.image(self)] }

    /// The picture, as large as the place that there is for it.
    public func resizable() -> some View { ResizableImage(image: self) }
}

private struct ResizableImage: View {
    let image: Image

    func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        [.image(image, size: surroundings.contentMode == .fit ? .large : .fill)]
    }
}

/// Views one after the other.
public struct ViewList: View {
    private let views: [any View]

    init(_ views: [any View]) { self.views = views }

    /// Those of all views.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        views.flatMap { $0.elements(in: surroundings) }
    }
}

/// Collects views, one a line, with conditions and loops.
@resultBuilder
public enum ViewBuilder: Sendable {
    /// Takes a view.
    public static func buildExpression<Content: View>(_ view: Content) -> Content { view }
    /// Takes a view alone.
    public static func buildBlock<Content: View>(_ view: Content) -> Content { view }
    /// Joins views.
    @_disfavoredOverload
    @MainActor public static func buildBlock(_ views: any View...) -> ViewList { ViewList(views) }
    /// Takes what a condition left out.
    @MainActor public static func buildOptional(_ view: (any View)?) -> ViewList {
        ViewList(view.map { [$0] } ?? [])
    }
    /// Takes the first branch.
    @MainActor public static func buildEither(first view: any View) -> ViewList { ViewList([view]) }
    /// Takes the second branch.
    @MainActor public static func buildEither(second view: any View) -> ViewList { ViewList([view]) }
    /// Joins what a loop made.
    @MainActor public static func buildArray(_ views: [any View]) -> ViewList { ViewList(views) }
}
