public import TipCore
public import TipRuntime

/// The look of a tip as a small tree: a page draws the whole tree, a terminal draws its lines (TD21).
public indirect enum TipElement: Sendable {
    /// Elements beside or below each other.
    case stack(Axis, spacing: Spacing = .small, alignment: Alignment = .start, [TipElement])
    /// A text.
    case text(Text, role: Role = .message)
    /// A picture; without a label it is decoration.
    case image(Image, label: Text? = nil, size: Size = .medium)
    /// A button; without a label it has the label of its action.
    case button(label: Text? = nil, TapAction)
    /// An element that can be tapped as a whole.
    case tapArea(TipElement, label: Text? = nil, TapAction)
    /// An element above another.
    case overlay(TipElement, over: TipElement, Corner = .center)

    /// The effect of a tap.
    public enum TapAction: Sendable {
        /// Runs an action's handler.
        case perform(Tips.Action)
        /// Ends the tip, as closed by the person (T109).
        case close
    }

    /// The direction of a stack.
    public enum Axis: String, Hashable, Sendable {
        /// From the leading to the trailing edge.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// The space between the elements of a stack.
    public enum Spacing: String, Hashable, Sendable {
        /// Nothing.
        case none
        /// Little.
        case small
        /// As much as between paragraphs.
        case medium
        /// More.
        case large
    }

    /// How the elements of a stack are aligned across it.
    public enum Alignment: String, Hashable, Sendable {
        /// At the leading or upper edge.
        case start
        /// In the middle.
        case center
        /// At the trailing or lower edge.
        case end
        /// From edge to edge.
        case stretch
    }

    /// The purpose of a text.
    public enum Role: String, Hashable, Sendable {
        /// The tip's title.
        case title
        /// The text below it.
        case message
        /// A remark.
        case caption
    }

    /// How large a picture is.
    public enum Size: String, Hashable, Sendable {
        /// As a letter.
        case small
        /// As an icon.
        case medium
        /// As a picture.
        case large
        /// As wide as the tip.
        case fill
    }

    /// The corner of an element at which another element lies above it.
    public enum Corner: String, Hashable, Sendable {
        /// The upper leading corner.
        case topStart
        /// The upper trailing corner.
        case topEnd
        /// The lower leading corner.
        case bottomStart
        /// The lower trailing corner.
        case bottomEnd
        /// The middle.
        case center
    }
}

extension TipElement {
    /// The actions in the tree, in order, with the names under which the tree is written.
    ///
    /// A host finds the handler of the chosen action here.
    public var actions: [Tips.Action] {
        switch self {
        case .stack(_, _, _, let children): children.flatMap(\.actions)
        case .text, .image, .button(_, .close): []
        case .button(_, .perform(let action)): [action]
        case .tapArea(let child, _, .perform(let action)): [action] + child.actions
        case .tapArea(let child, _, .close): child.actions
        case .overlay(let element, let below, _): below.actions + element.actions
        }
    }
}

extension Image {
    /// The name, whatever it names.
    public var name: String {
        switch source {
        case .system(let name), .named(let name): name
        }
    }
}
