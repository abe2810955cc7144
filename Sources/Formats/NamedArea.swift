public import Conditions

/// A shape of a map as a condition, with its names in the map.
public struct NamedArea: Hashable, Sendable {
    /// The name of the condition: the shape's identifier in the map.
    public var identifier: String
    /// The shape's name for people; `nil` if the map has none.
    public var name: String?
    /// The kind of shape, the feature type of IMDF; `nil` if the map has none.
    public var kind: String?
    /// The condition of being inside the shape.
    public var condition: Condition

    /// Makes an area from its parts.
    public init(identifier: String, name: String? = nil, kind: String? = nil, condition: Condition) {
        self.identifier = identifier
        self.name = name
        self.kind = kind
        self.condition = condition
    }
}
