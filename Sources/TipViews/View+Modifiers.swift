import TipCore
import TipRuntime

/// The font of a text, by its purpose.
public enum TipFont: Hashable, Sendable {
    /// For titles.
    case title, headline
    /// For running text.
    case subheadline, body
    /// For remarks.
    case footnote, caption

    var role: TipElement.Role {
        switch self {
        case .title, .headline: .title
        case .subheadline, .body: .message
        case .footnote, .caption: .caption
        }
    }
}

/// How a picture fills its frame.
public enum TipContentMode: Hashable, Sendable {
    /// The whole picture is visible.
    case fit
    /// The picture covers the whole frame.
    case fill
}

/// Names of colours; the host chooses the colours of a tip, so that they fit light and dark.
public enum TipColor: Hashable, Sendable {
    /// Colours of texts.
    case primary, secondary, white
    /// The colour that stands out.
    case accentColor
}

/// A view in another environment.
private struct InEnvironment<Content: View>: View {
    let content: Content
    let change: @MainActor (inout ViewEnvironment) -> Void

    func elements(in environment: ViewEnvironment) -> [TipElement] {
        var environment = environment
        change(&environment)
        return content.elements(in: environment)
    }
}

/// A view whose elements are wrapped in another element.
private struct Wrapped<Content: View>: View {
    let content: Content
    let enclose: @MainActor (TipElement, ViewEnvironment) -> TipElement

    func elements(in environment: ViewEnvironment) -> [TipElement] {
        content.element(in: environment).map { [enclose($0, environment)] } ?? []
    }
}

extension View {
    /// Sets the font of texts that have none of their own.
    public func font(_ font: TipFont?) -> some View {
        InEnvironment(content: self) { $0.font = $0.font ?? font }
    }

    /// Sets how resizable pictures fill their frame.
    public func aspectRatio(_ ratio: Double? = nil, contentMode: TipContentMode) -> some View {
        InEnvironment(content: self) { $0.contentMode = contentMode }
    }

    /// Accepts sizes and ignores them: the host knows the screen and the text size.
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: TipElement.Corner = .center
    ) -> some View { self }

    /// Accepts a colour and ignores it: the host knows the background.
    public func foregroundStyle(_ color: TipColor) -> some View { self }

    /// Lays views over the view.
    public func overlay(
        alignment: TipElement.Corner = .center, @ViewBuilder content: () -> some View
    ) -> some View {
        let over = content()
        return Wrapped(content: self) { element, environment in
            over.element(in: environment).map { .overlay($0, over: element, alignment) } ?? element
        }
    }

    /// Runs a closure when the view is tapped.
    public func onTapGesture(perform action: @escaping @MainActor @Sendable () -> Void) -> some View {
        Wrapped(content: self) { element, environment in
            .tapArea(element, .perform(Tips.Action(tap: environment.nextTap(), perform: action)))
        }
    }

    /// Sets the style of the tips in the view.
    public func tipViewStyle(_ style: some TipViewStyle) -> some View {
        InEnvironment(content: self) { $0.style = style }
    }
}
