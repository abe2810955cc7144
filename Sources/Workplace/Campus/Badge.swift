/// The numbers by which gateways know a person's badge.
///
/// Anyone near a badge can copy it, so it never proves where a person is.
public struct Badge: Hashable, Sendable {
    /// The major value that it sends.
    public let major: UInt16
    /// The minor value that it sends.
    public let minor: UInt16

    /// Makes the numbers of a badge.
    public init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }
}

extension Badge: CustomStringConvertible {
    /// Major and minor with a slash between them.
    public var description: String { "\(major)/\(minor)" }
}
