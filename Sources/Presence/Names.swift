/// Names a device whose surroundings are evaluated: a phone, a badge, a laptop.
///
/// The name is chosen by the caller and means nothing here; it need not say whose device it is.
public struct DeviceName: Hashable, Sendable {
    /// The characters of the name.
    public let text: String

    /// Names a device.
    public init(_ text: String) { self.text = text }
}

/// Names a condition that all devices share, such as being near one spot.
public struct ConditionName: Hashable, Comparable, Sendable {
    /// The characters of the name.
    public let text: String

    /// Names a condition.
    public init(_ text: String) { self.text = text }

    /// Orders names by their characters.
    public static func < (left: ConditionName, right: ConditionName) -> Bool { left.text < right.text }
}
