/// The name of a device whose surroundings are evaluated: a phone, a badge, a laptop.
///
/// The caller chooses the name. It has no meaning here, and need not reveal whose device it is.
public struct DeviceName: Hashable, Sendable {
    /// The characters of the name.
    public let text: String

    /// Makes a name.
    public init(_ text: String) { self.text = text }
}
