/// The way from the root of a JSON text to a value in it.
public struct JSONPath: Sendable, Hashable {
    /// One step down.
    public enum Step: Sendable, Hashable {
        /// To the member of an object.
        case member(String)
        /// To the element of an array, counted from 0.
        case element(Int)
    }

    /// The steps from the root; none for the root itself.
    public let steps: [Step]

    /// Makes a path from its steps.
    public init(_ steps: [Step]) { self.steps = steps }

    /// The path as an RFC 6901 pointer, such as `/lines/0/item`; empty for the root.
    public var pointer: String {
        steps.map { "/" + Self.pointerToken($0) }.joined()
    }

    private static func pointerToken(_ step: Step) -> String {
        switch step {
        case .element(let index): String(index)
        case .member(let name):
            name.reduce(into: "") { token, character in
                switch character {
                case "~": token += "~0"
                case "/": token += "~1"
                default: token.append(character)
                }
            }
        }
    }
}

extension JSONPath: CustomStringConvertible {
    /// The path for people, such as `lines[0].item`; "the whole text" for the root.
    ///
    /// Characters that control the display are escaped in names.
    public var description: String {
        guard !steps.isEmpty else { return "the whole text" }
        return steps.reduce(into: "") { text, step in
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name): text += (text.isEmpty ? "" : ".") + name.escapingObeyed
            }
        }
    }
}
