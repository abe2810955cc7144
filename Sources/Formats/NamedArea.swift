public import Conditions

/// A shape of a map as a condition, with the name that the map gives it.
public struct NamedArea: Hashable, Sendable {
    /// The name of the condition: the shape's identifier in the map.
    public var identifier: String
    /// The shape's name for people, where the map has one.
    public var name: String?
    /// What kind of shape it is, where the map says so: the feature type of IMDF.
    public var kind: String?
    /// Being inside the shape.
    public var condition: Condition

    /// Makes an area of its parts.
    public init(identifier: String, name: String? = nil, kind: String? = nil, condition: Condition) {
        self.identifier = identifier
        self.name = name
        self.kind = kind
        self.condition = condition
    }
}
