/// Names a device whose surroundings are evaluated: a phone, a badge, a laptop.
///
/// The name is chosen by the caller and means nothing here; it need not say whose device it is.
public struct DeviceName: Hashable, Sendable {
    /// The characters of the name.
    public let text: String

    /// Names a device.
    public init(_ text: String) { self.text = text }
}
