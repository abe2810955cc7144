/// Reads a recording from its beginning to its end, one item at a time.
///
/// A reader needs memory only for the bytes and a few items, and the same bytes give the same items on every
/// machine.
public protocol RecordingReader: Sendable {
    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the recording.
    /// - Throws: ``RecordingError`` where the rest of the recording cannot be read; every later call throws
    ///   it again.
    mutating func next() throws(RecordingError) -> RecordedItem?

    /// What was read of a capture up to now; `nil` for a recording that is no capture.
    var captureCounts: CaptureCounts? { get }
}

extension RecordingReader {
    /// No counts: the recording is no capture.
    public var captureCounts: CaptureCounts? { nil }
}
