public import Observations

/// The observations of a recording in any of the formats, for a monitor.
///
/// ```swift
/// try await monitor.run(observing: try RecordedSurroundings(bytes))
/// ```
///
/// Each iteration starts at the beginning. Damaged parts are skipped; ``reader()`` also returns them. The
/// type has no clock: a caller that wants the recording's own pace waits between two observations.
public struct RecordedSurroundings: Sendable {
    private let source: RecordingSource
    private let content: Content

    private enum Content {
        case capture
        case track
        case table(times: [UInt8], map: ColumnMap)
        case trace
    }

    /// Makes observations from a recording whose format needs no other data.
    ///
    /// - Parameters:
    ///   - bytes: The whole recording.
    ///   - format: Its format; by default, the content determines it.
    /// - Throws: ``RecordingError/Reason/unknownFormat``, and ``RecordingError/Reason/columnsMissing`` for a table.
    public init(_ bytes: [UInt8], format: RecordingFormat? = nil) throws(RecordingError) {
        try self.init(RecordingSource(bytes), format: format)
    }

    /// Makes observations from a recording that is read piece by piece.
    ///
    /// Captures need the memory of one packet; tracks and traces are read into memory.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - format: Its format; by default, the content determines it.
    /// - Throws: ``RecordingError/Reason/unknownFormat``, ``RecordingError/Reason/columnsMissing`` for a table,
    ///   and ``RecordingError/Reason/unreadable(_:)``.
    public init(_ source: RecordingSource, format: RecordingFormat? = nil) throws(RecordingError) {
        var found = format
        if found == nil { found = try RecordingFormat(detectedIn: source) }
        switch found {
        case .btsnoop, .pcap, .pcapng: content = .capture
        case .gpx: content = .track
        case .csv: throw RecordingError(.columnsMissing, offset: 0)
        case .jsonl: content = .trace
        case nil: throw RecordingError(.unknownFormat, offset: 0)
        }
        self.source = source
    }

    /// Makes observations from a table of signal strengths and its table of times.
    public init(table signals: [UInt8], times: [UInt8], columns: ColumnMap) {
        source = RecordingSource(signals)
        content = .table(times: times, map: columns)
    }

    /// Opens the recording at its beginning, for example to count damaged parts.
    ///
    /// - Throws: ``RecordingError`` when its first bytes do not have the format.
    public func reader() throws(RecordingError) -> any RecordingReader {
        switch content {
        case .capture: try CaptureReader(source)
        case .track: GPXReader(try source.bytes())
        case .table(let times, let map):
            SignalTableReader(signals: try source.bytes(), times: times, map: map)
        case .trace: TraceReader(try source.bytes())
        }
    }
}

extension RecordedSurroundings: AsyncSequence {
    /// Begins to read.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// One reading of a recording.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        private enum State {
            case closed(RecordedSurroundings)
            case open(any RecordingReader)
        }

        private var state: State

        init(_ surroundings: RecordedSurroundings) { state = .closed(surroundings) }

        /// The next observation.
        ///
        /// - Returns: `nil` at the end of the recording.
        /// - Throws: ``RecordingError`` where the rest of the recording cannot be read.
        public mutating func next() async throws(RecordingError) -> Observation? {
            var reader =
                switch state {
                case .closed(let surroundings): try surroundings.reader()
                case .open(let reader): reader
                }
            defer { state = .open(reader) }
            while let item = try reader.next() {
                if case .observation(let observation) = item { return observation }
            }
            return nil
        }
    }
}
