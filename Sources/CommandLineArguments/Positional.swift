/// Something that a command takes by its position, such as the `FILE` of `vicinity import FILE`.
public struct Positional: Sendable, Hashable {
    /// What stands for the argument in the help.
    public let placeholder: String
    /// What the argument is, in one sentence.
    public let summary: String
    /// What the argument may be.
    public let kind: ValueKind
    /// How many arguments there may be.
    public let count: ClosedRange<Int>

    /// Declares an argument.
    ///
    /// - Parameters:
    ///   - placeholder: What stands for the argument in the help.
    ///   - summary: What the argument is, in one sentence.
    ///   - kind: What the argument may be.
    ///   - count: How many there may be; `0...1` makes it optional, `1...Int.max` any number but none.
    /// - Precondition: The count is not negative and allows one.
    public init(
        _ placeholder: String, _ summary: String, kind: ValueKind = .text, count: ClosedRange<Int> = 1...1
    ) {
        precondition(count.lowerBound >= 0 && count.upperBound >= 1, "\(placeholder) can never be given.")
        self.placeholder = placeholder
        self.summary = summary
        self.kind = kind
        self.count = count
    }

    /// The argument as the usage line shows it, such as `[FILE...]`.
    var usage: String {
        let many = count.upperBound > 1 ? "\(placeholder)..." : placeholder
        return count.lowerBound == 0 ? "[\(many)]" : many
    }
}
