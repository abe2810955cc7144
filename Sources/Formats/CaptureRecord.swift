import Observations

/// One packet of a capture, before it is decoded.
struct CaptureRecord {
    /// Where the record begins in the recording.
    var offset: Int
    /// Where the packet is in the bytes of the window.
    var packet: Range<Int>
    /// Whether the recorder kept only the beginning of the packet.
    var isShortened: Bool
    /// What stands before the packet.
    var link: CaptureLink
    /// The number of the adapter or of the interface.
    var adapter: UInt16
    var time: CaptureTime
}

/// The time of a packet.
enum CaptureTime {
    case known(ObservationTime)
    /// The file gives none, as simple packets of `pcapng`.
    case missing
    /// It is beyond the years that RFC 3339 can write. If such a time counted, every later record would be late.
    case unreadable

    /// Makes a time from microseconds since 1970.
    init(microseconds: Int64) {
        self =
            Self.years.contains(microseconds)
            ? .known(ObservationTime(microseconds: microseconds)) : .unreadable
    }

    /// From the beginning of the year 0 to the end of the year 9999, 3,652,425 days, in microseconds since 1970.
    private static let years =
        -BTSnoopFile.epoch..<3_652_425 * 86_400 * 1_000_000 - BTSnoopFile.epoch
}

/// What a file of a capture gives next.
enum CaptureStep {
    case record(CaptureRecord)
    case defect(RecordingDefect, offset: Int)
}

/// The greatest number of bytes of a packet; a larger one is skipped, so that a damaged length cannot fill the memory.
let largestCapturedPacket = 1 << 20
