/// The name of a condition that all devices share, such as being near one spot.
public struct ConditionName: Hashable, Comparable, Sendable {
    /// The characters of the name.
    public let text: String

    /// Makes a name.
    public init(_ text: String) { self.text = text }

    /// Orders names by their characters.
    public static func < (left: ConditionName, right: ConditionName) -> Bool { left.text < right.text }
}
