/// The body of a response.
public enum HTTPBody: Sendable {
    /// No bytes.
    case empty
    /// Bytes that are complete now.
    case bytes([UInt8])
    /// Bytes that arrive later, sent as they come.
    case stream(HTTPBodyPipe)
}
