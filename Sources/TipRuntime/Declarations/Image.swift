/// A picture of a tip as a value: its name, to be looked up where it is shown.
public struct Image: Hashable, Sendable {
    /// Where the picture is.
    public let source: Source

    /// Where pictures come from.
    public enum Source: Hashable, Sendable {
        /// A symbol that every program has, by its name.
        case system(String)
        /// A picture of the program's own, by its name.
        case named(String)
    }

    /// A symbol that every program has.
    public init(systemName: String) { source = .system(systemName) }

    /// A picture of the program's own.
    public init(_ name: String) { source = .named(name) }
}
