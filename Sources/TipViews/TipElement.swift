public import TipCore
public import TipRuntime

/// What a tip looks like, as a small tree: a page draws all of it, a terminal draws its lines (TD21).
public indirect enum TipElement: Sendable {
    /// Elements beside or below each other.
    case stack(Axis, spacing: Spacing = .small, alignment: Alignment = .start, [TipElement])
    /// A text.
    case text(Text, role: Role = .message)
    /// A picture; without a label it is an ornament.
    case image(Image, label: Text? = nil, size: Size = .medium)
    /// A button; without a label it has the one of what it does.
    case button(label: Text? = nil, TapAction)
    /// An element that can be tapped as a whole.
    case tapArea(TipElement, label: Text? = nil, TapAction)
    /// An element above another.
    case overlay(TipElement, over: TipElement, Corner = .center)

    /// What a tap does.
    public enum TapAction: Sendable {
        /// Runs an action's handler.
        case perform(Tips.Action)
        /// Ends the tip, as closed by the person (T109).
        case close
    }

    /// How a stack lies.
    public enum Axis: String, Hashable, Sendable {
        /// From the leading to the trailing edge.
        case horizontal
        /// From top to bottom.
        case vertical
    }

    /// What is between the elements of a stack.
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

    /// Where the elements of a stack lie across it.
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

    /// What a text is for.
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

    /// Where something lies above something else.
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
    /// What can be chosen in the tree, in order, each with the name under which the tree is written: a host finds the handler of
    /// what was chosen among them.
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
