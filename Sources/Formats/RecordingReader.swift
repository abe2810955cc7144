/// Reads a recording from its beginning to its end, one item at a time.
///
/// A reader takes no more memory than the bytes and a few items, and the same bytes give the same items on every machine.
public protocol RecordingReader: Sendable {
    /// Reads the next item.
    ///
    /// - Returns: `nil` at the end of the recording.
    /// - Throws: ``RecordingError`` where the recording cannot be read on; it is thrown again by every later call.
    mutating func next() throws(RecordingError) -> RecordedItem?
}
