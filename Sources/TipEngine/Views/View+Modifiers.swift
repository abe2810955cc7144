/// The fonts of texts, by what they are for.
public enum TipFont: Hashable, Sendable {
    /// For titles.
    case largeTitle, title, title2, title3, headline
    /// For what is read.
    case subheadline, body, callout
    /// For remarks.
    case footnote, caption, caption2

    var role: TipElement.Role {
        switch self {
        case .largeTitle, .title, .title2, .title3, .headline: .title
        case .subheadline, .body, .callout: .message
        case .footnote, .caption, .caption2: .caption
        }
    }
}

/// How a picture takes the place that there is for it.
public enum TipContentMode: Hashable, Sendable {
    /// All of it is seen.
    case fit
    /// No place is left empty.
    case fill
}

/// Colours by name; those of a tip are the host's, so that it fits to what is around it in light and dark.
public enum TipColor: Hashable, Sendable {
    /// Colours of texts.
    case primary, secondary, white, black
    /// Colours that stand out.
    case accentColor, red, orange, yellow, green, blue, purple
}

/// A view in other surroundings.
private struct Surrounded<Content: View>: View {
    let content: Content
    let change: @MainActor (inout ViewSurroundings) -> Void

    func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        var surroundings = surroundings
        change(&surroundings)
        return content.elements(in: surroundings)
    }
}

/// A view whose elements become one other.
private struct Enclosed<Content: View>: View {
    let content: Content
    let enclose: @MainActor (TipElement, ViewSurroundings) -> TipElement

    func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        content.element(in: surroundings).map { [enclose($0, surroundings)] } ?? []
    }
}

extension View {
    /// Sets what the texts of the view are for, where they do not say so themselves.
    public func font(_ font: TipFont?) -> some View {
        Surrounded(content: self) { $0.font = $0.font ?? font }
    }

    /// Sets how pictures that are resizable take their place.
    public func aspectRatio(_ ratio: Double? = nil, contentMode: TipContentMode) -> some View {
        Surrounded(content: self) { $0.contentMode = contentMode }
    }

    /// Shows a picture that is resizable as a whole.
    public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

    /// Lets a picture that is resizable leave no place empty.
    public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

    /// Takes sizes, which are the host's to choose: it knows how large a screen is and how large people have set their texts.
    public func frame(
        width: Double? = nil, height: Double? = nil, alignment: TipElement.Corner = .center
    ) -> some View { self }

    /// Takes sizes, which are the host's to choose: it knows how large a screen is and how large people have set their texts.
    public func frame(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: TipElement.Corner = .center
    ) -> some View { self }

    /// Takes a colour, which is the host's to choose: it knows what it is read on.
    public func foregroundStyle(_ color: TipColor) -> some View { self }

    /// Takes how far the view is from others, which is the host's to choose.
    public func padding(_ length: Double? = nil) -> some View { self }

    /// Puts views above the view.
    public func overlay(
        alignment: TipElement.Corner = .center, @ViewBuilder content: () -> some View
    ) -> some View {
        let over = content()
        return Enclosed(content: self) { element, surroundings in
            over.element(in: surroundings).map { .overlay($0, over: element, alignment) } ?? element
        }
    }

    /// Runs a closure when the view is tapped.
    public func onTapGesture(perform action: @escaping @MainActor @Sendable () -> Void) -> some View {
        Enclosed(content: self) { element, surroundings in
            .tapArea(element, .perform(Tips.Action(tap: surroundings.nextTap(), perform: action)))
        }
    }

    /// Sets how the tips in the view look.
    public func tipViewStyle(_ style: some TipViewStyle) -> some View {
        Surrounded(content: self) { $0.style = style }
    }
}

/// A view that runs a closure when it is chosen.
public struct Button<Label: View>: View {
    private let label: Label
    private let action: @MainActor @Sendable () -> Void

    /// Makes a button of any view.
    public init(action: @escaping @MainActor @Sendable () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    /// A button for a text, a tap area for anything else.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        let action = Tips.Action(tap: surroundings.nextTap(), perform: action)
        guard let element = label.element(in: surroundings) else { return [] }
        if case .text(let text, _) = element { return [.button(label: text, .perform(action))] }
        return [.tapArea(element, .perform(action))]
    }
}

extension Button where Label == Text {
    /// Makes a button with a title.
    public init(_ title: LocalizedKey, action: @escaping @MainActor @Sendable () -> Void) {
        self.init(action: action) { Text(title) }
    }
}
