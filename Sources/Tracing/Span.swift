/// A piece of work that has ended, with its times and what is known of it.
///
/// Names and attributes are for operators. They must hold no person, no secret and no place.
public struct Span: Hashable, Sendable {
    /// On which side of a call the work is; the numbers are those of OpenTelemetry's protocol.
    public enum Kind: Int, Sendable {
        /// It is no call between programs.
        case `internal` = 1
        /// It answers a call.
        case server = 2
        /// It makes a call and waits for the answer.
        case client = 3
    }

    /// A value of an attribute.
    public enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int64)
    }

    /// Something that is known of the work, under OpenTelemetry's name if it has one.
    public struct Attribute: Hashable, Sendable {
        let name: String
        let value: Value

        /// Makes an attribute of a text.
        public init(_ name: String, _ text: String) {
            self.name = name
            value = .text(text)
        }

        /// Makes an attribute of a number.
        public init(_ name: String, _ number: Int) {
            self.name = name
            value = .integer(Int64(number))
        }
    }

    /// The place in the trace.
    public let context: TraceContext
    /// The number of the span that it is a part of; 0 for the first of a trace.
    public let parent: UInt64
    /// What kind of work it is, in a few words that are the same for all work of the kind.
    public let name: String
    /// On which side of a call it is.
    public let kind: Kind
    /// When it began, in nanoseconds since 1970.
    public let start: UInt64
    /// When it ended, in nanoseconds since 1970.
    public let end: UInt64
    /// What is known of it.
    public let attributes: [Attribute]
    /// Whether it failed.
    public let hasFailed: Bool

    /// Describes a piece of work.
    public init(
        context: TraceContext, parent: UInt64, name: String, kind: Kind, start: UInt64, end: UInt64,
        attributes: [Attribute], hasFailed: Bool
    ) {
        self.context = context
        self.parent = parent
        self.name = name
        self.kind = kind
        self.start = start
        self.end = end
        self.attributes = attributes
        self.hasFailed = hasFailed
    }
}
