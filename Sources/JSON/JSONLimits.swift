/// What a JSON text may ask of its reader; the receiver of the bytes limits their number.
public struct JSONLimits: Sendable, Hashable {
    /// How many arrays and objects may lie within each other.
    public let maximumDepth: Int

    /// Sixty-four levels, which is more than any text of this product has.
    public static let `default` = JSONLimits(maximumDepth: 64)

    /// Makes limits.
    ///
    /// - Parameter maximumDepth: How many arrays and objects may lie within each other, at most 512, because reading
    ///   nests on the stack.
    public init(maximumDepth: Int) {
        precondition((0...512).contains(maximumDepth), "a depth of \(maximumDepth) is outside 0 to 512")
        self.maximumDepth = maximumDepth
    }
}
