/// Views below each other.
public struct VStack<Content: View>: View {
    /// How views are aligned across the stack.
    public enum Alignment: Hashable, Sendable {
        /// At the leading edge.
        case leading
        /// In the middle.
        case center
        /// At the trailing edge.
        case trailing

        fileprivate var across: TipElement.Alignment {
            switch self {
            case .leading: .start
            case .center: .center
            case .trailing: .end
            }
        }
    }

    private let stack: Stack<Content>

    /// Puts views below each other.
    public init(
        alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        stack = Stack(axis: .vertical, alignment: alignment.across, spacing: spacing, content: content())
    }

    /// A stack.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        stack.elements(in: environment)
    }
}

/// Views beside each other.
public struct HStack<Content: View>: View {
    /// How views are aligned across the stack.
    public enum Alignment: Hashable, Sendable {
        /// At the upper edge.
        case top
        /// In the middle.
        case center
        /// At the lower edge.
        case bottom

        fileprivate var across: TipElement.Alignment {
            switch self {
            case .top: .start
            case .center: .center
            case .bottom: .end
            }
        }
    }

    private let stack: Stack<Content>

    /// Puts views beside each other.
    public init(
        alignment: Alignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        stack = Stack(axis: .horizontal, alignment: alignment.across, spacing: spacing, content: content())
    }

    /// A stack.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
        stack.elements(in: environment)
    }
}

/// The common part of both stacks.
@MainActor private struct Stack<Content: View> {
    let axis: TipElement.Axis
    let alignment: TipElement.Alignment
    let spacing: Double?
    let content: Content

    func elements(in environment: ViewEnvironment) -> [TipElement] {
        let spacing = TipElement.Spacing(points: spacing)
        return [.stack(axis, spacing: spacing, alignment: alignment, content.elements(in: environment))]
    }
}

/// Fills the remaining room of a stack.
public struct Spacer: View {
    /// Makes a spacer.
    public init() {}

    /// An empty stack, which is drawn as room.
    public func elements(in environment: ViewEnvironment) -> [TipElement] {
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
