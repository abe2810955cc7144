/// Why a recording cannot be read, or not read on; what was read before stays valid.
public struct RecordingError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The beginning is that of no format that is known.
        case unknownFormat
        /// The last part goes on past the end of the file.
        case cut(end: Int)
        /// The version of the file format is not 1.
        case unsupportedVersion(UInt32)
        /// The capture was taken at a place that is not known.
        case unsupportedDatalink(UInt32)
        /// The markup is not well-formed, or more than this reader takes.
        case markup(MarkupMistake)
        /// The outermost element is not `gpx`.
        case notATrack
        /// The recording is a table, and nothing says what its columns mean.
        case columnsMissing
        /// The table of times has fewer rows than the table of signals.
        case timesMissing
    }

    /// What is wrong.
    public let reason: Reason
    /// Where the part begins that cannot be read, in bytes from the beginning of the file.
    public let offset: Int

    /// Makes an error of its parts.
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension RecordingError: CustomStringConvertible {
    /// The place and the reason as one sentence.
    public var description: String {
        switch reason {
        case .unknownFormat: "Byte \(offset): the recording is in no format that is known."
        case .cut(let end):
            "Byte \(offset): the recording is cut; what begins here is not whole when it ends at byte \(end)."
        case .unsupportedVersion(let version):
            "Byte \(offset): the capture has version \(version); only 1 is known."
        case .unsupportedDatalink(let number):
            "Byte \(offset): the capture has datalink \(number); 1001, 1002 and 2001 are known."
        case .markup(let mistake): "Byte \(offset): \(mistake)."
        case .notATrack: "Byte \(offset): the outermost element is not gpx."
        case .columnsMissing: "The recording is a table; it needs a column map."
        case .timesMissing: "Byte \(offset): the table of times has no row for this one."
        }
    }
}
