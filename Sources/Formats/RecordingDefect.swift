public import Beacons

/// Why a part of a recording was skipped, although the rest can be read.
public enum RecordingDefect: Hashable, Sendable {
    /// A Bluetooth packet, or an advertisement in it, is malformed.
    case frame(FrameDefect)
    /// The recorder kept only the beginning of a packet.
    case shortenedPacket
    /// A time is missing.
    case timeMissing
    /// A time cannot be parsed, or is outside the range of times.
    case timeUnreadable
    /// A latitude or longitude is missing, is not a number, or is out of range.
    case positionUnusable
    /// An accuracy is not a number, or is negative.
    case accuracyUnusable
    /// A signal strength is not a whole number of dBm from -128 to 126.
    case signalUnreadable
    /// The number of cells in a row differs from the number of columns.
    case rowOfOtherLength
    /// A line is not JSON.
    case lineNotJSON
    /// A line is JSON, but not a valid line of a trace.
    case lineWithMistakes
}

extension RecordingDefect: CustomStringConvertible {
    /// A stable name in lower case with hyphens, for people and programs.
    public var description: String {
        switch self {
        case .frame(let defect): Self.name(of: defect)
        case .shortenedPacket: "shortened-packet"
        case .timeMissing: "time-missing"
        case .timeUnreadable: "time-unreadable"
        case .positionUnusable: "position-unusable"
        case .accuracyUnusable: "accuracy-unusable"
        case .signalUnreadable: "signal-unreadable"
        case .rowOfOtherLength: "row-of-other-length"
        case .lineNotJSON: "line-not-json"
        case .lineWithMistakes: "line-with-mistakes"
        }
    }

    private static func name(of defect: FrameDefect) -> String {
        switch defect {
        case .truncatedStructure: "truncated-structure"
        case .wrongFrameLength: "wrong-frame-length"
        case .truncatedPacket: "truncated-packet"
        case .trailingBytes: "trailing-bytes"
        case .noReports: "no-reports"
        case .reservedValue: "reserved-value"
        case .notAnAdvertisingReport: "not-an-advertising-report"
        case .wrongStructureLength: "wrong-structure-length"
        case .unsupportedVersion: "unsupported-version"
        case .unknownObject: "unknown-object"
        case .truncatedObject: "truncated-object"
        case .notAnAdvertisement: "not-an-advertisement"
        case .wrongChecksum: "wrong-checksum"
        case .notAuthentic: "not-authentic"
        }
    }
}
