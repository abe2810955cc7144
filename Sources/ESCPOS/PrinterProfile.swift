/// The capabilities of a printer: the width of its paper and the characters that it prints.
public struct PrinterProfile: Hashable, Sendable {
    /// The numbers of columns that there are: on paper of 58 mm, and on paper of 80 mm with coarse and with fine dots.
    public static let columnCounts = [32, 42, 48]

    /// How many narrow characters a line has.
    public let columns: Int
    /// How characters become bytes.
    public let encoding: CharacterEncoding

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - columns: How many narrow characters a line has, at least 16.
    ///   - encoding: How characters become bytes.
    public init(columns: Int = 48, encoding: CharacterEncoding = .pc858) {
        precondition(columns >= 16, "a line of \(columns) columns holds no text")
        self.columns = columns
        self.encoding = encoding
    }
}
