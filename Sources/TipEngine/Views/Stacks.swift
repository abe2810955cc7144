/// Views below each other.
public struct VStack<Content: View>: View {
    /// Where views lie across the stack.
    public enum Alignment: Hashable, Sendable {
        /// At the leading edge.
        case leading
        /// In the middle.
        case center
        /// At the trailing edge.
        case trailing
    }

    private let alignment: TipElement.Alignment
    private let spacing: TipElement.Spacing
    private let content: Content

    /// Puts views below each other.
    public init(
        alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment =
            switch alignment {
            case .leading: .start
            case .center: .center
            case .trailing: .end
            }
        self.spacing = TipElement.Spacing(points: spacing)
        self.content = content()
    }

    /// A stack.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        [.stack(.vertical, spacing: spacing, alignment: alignment, content.elements(in: surroundings))]
    }
}

/// Views beside each other.
public struct HStack<Content: View>: View {
    /// Where views lie across the stack.
    public enum Alignment: Hashable, Sendable {
        /// At the upper edge.
        case top
        /// In the middle.
        case center
        /// At the lower edge.
        case bottom
    }

    private let alignment: TipElement.Alignment
    private let spacing: TipElement.Spacing
    private let content: Content

    /// Puts views beside each other.
    public init(
        alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment =
            switch alignment {
            case .top: .start
            case .center: .center
            case .bottom: .end
            }
        self.spacing = TipElement.Spacing(points: spacing)
        self.content = content()
    }

    /// A stack.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        [.stack(.horizontal, spacing: spacing, alignment: alignment, content.elements(in: surroundings))]
    }
}

/// Views above each other, the first lowest.
public struct ZStack<Content: View>: View {
    private let alignment: TipElement.Corner
    private let content: Content

    /// Puts views above each other.
    public init(alignment: TipElement.Corner = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    /// Overlays.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        let elements = content.elements(in: surroundings)
        guard let first = elements.first else { return [] }
        return [elements.dropFirst().reduce(first) { .overlay($1, over: $0, alignment) }]
    }
}

/// Takes the room that is left in a stack.
public struct Spacer: View {
    /// Makes a spacer.
    public init() {}

    /// An empty stack, which is drawn as room.
    public func elements(in surroundings: ViewSurroundings) -> [TipElement] {
        [.stack(.horizontal, spacing: .none, alignment: .stretch, [])]
    }
}

extension TipElement.Spacing {
    init(points: Double?) {
        switch points {
        case nil: self = .small
        case let points? where points <= 0: self = .none
        case let points? where points <= 8: self = .small
        case let points? where points <= 16: self = .medium
        default: self = .large
        }
    }
}

extension TipElement.Corner {
    /// The upper leading corner.
    public static let topLeading = TipElement.Corner.topStart
    /// The upper trailing corner.
    public static let topTrailing = TipElement.Corner.topEnd
    /// The lower leading corner.
    public static let bottomLeading = TipElement.Corner.bottomStart
    /// The lower trailing corner.
    public static let bottomTrailing = TipElement.Corner.bottomEnd
}
