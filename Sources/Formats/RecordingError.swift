/// Why a recording, or the rest of it, cannot be read; earlier items stay valid.
public struct RecordingError: Error, Hashable, Sendable {
    /// The reasons for the error.
    public enum Reason: Hashable, Sendable {
        /// The first bytes belong to no known format.
        case unknownFormat
        /// The last part extends beyond the end of the file.
        case cut(end: Int)
        /// The version of the file format is unknown.
        case unsupportedVersion(UInt32)
        /// A `btsnoop` capture was taken at a datalink that is unknown or cannot be read.
        case unsupportedDatalink(UInt32)
        /// A `pcap` capture has packets of a kind that cannot carry advertisements.
        case unsupportedLinkType(UInt32)
        /// A block of a `pcapng` capture contradicts itself.
        case damagedBlock
        /// The bytes cannot be read, for the reason in the sentence, for example a failure of the disk.
        case unreadable(String)
        /// The markup is not well-formed, or has features that this reader refuses.
        case markup(MarkupMistake)
        /// The outermost element is not `gpx`.
        case notATrack
        /// The recording is a table, but there is no column map.
        case columnsMissing
        /// The table of times has fewer rows than the table of signals.
        case timesMissing
    }

    /// The reason.
    public let reason: Reason
    /// Where the unreadable part begins, in bytes from the beginning of the file.
    public let offset: Int

    /// Makes an error from its parts.
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
            "Byte \(offset): the capture has version \(version), which is not known."
        case .unsupportedDatalink(let number):
            "Byte \(offset): the capture has datalink \(number)\(Self.reason(ofDatalink: number)); "
                + "1001, 1002 and 2001 can be read."
        case .unsupportedLinkType(let number):
            "Byte \(offset): the capture has link type \(number), which does not carry advertisements; "
                + "187, 201, 251, 254, 256 and 272 can be read."
        case .damagedBlock: "Byte \(offset): the block that begins here contradicts itself."
        case .unreadable(let reason): "Byte \(offset): \(reason)"
        case .markup(let mistake): "Byte \(offset): \(mistake)."
        case .notATrack: "Byte \(offset): the outermost element is not gpx."
        case .columnsMissing: "The recording is a table; it needs a column map."
        case .timesMissing: "Byte \(offset): the table of times has no row for this one."
        }
    }

    private static func reason(ofDatalink number: UInt32) -> String {
        switch number {
        case 1003:
            ", BCSP of a serial line, and no public description says how its packets are framed in a file"
        case 1004:
            ", the three-wire protocol of a serial line, and no public description says how its packets are framed in "
                + "a file"
        case 2002:
            ", BlueZ's simulator, whose packets differ between its versions and have no signal strength"
        default: ""
        }
    }
}
