/// The limits on a JSON text, except for its size, which the receiver of the bytes limits.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum nesting depth of arrays and objects.
    public let maximumDepth: Int

    /// Sixty-four levels, more than any text of this product has.
    public static let `default` = JSONLimits(maximumDepth: 64)

    /// Makes limits.
    ///
    /// - Parameter maximumDepth: The maximum nesting depth of arrays and objects, up to 512. The parser is
    ///   recursive, so the depth uses the stack.
    public init(maximumDepth: Int) {
        precondition((0...512).contains(maximumDepth), "a depth of \(maximumDepth) is outside 0 to 512")
        self.maximumDepth = maximumDepth
    }
}
