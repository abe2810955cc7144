public import Beacons
public import Observations

/// One advertisement of a capture, with everything that the capture says about it.
public struct CapturedAdvertisement: Hashable, Sendable {
    /// When it was received; `nil` when the capture does not say.
    public let time: ObservationTime?
    /// The adapter or the sniffer.
    public let source: ObservationSource
    /// The sender, the kind and the strength; the range is that of the whole ``data``.
    public let report: AdvertisingReport
    /// The channel, 37 to 39 for the primary ones; `nil` when a controller received it.
    public let channel: UInt8?
    /// The advertising data.
    public let data: [UInt8]
    /// Where its packet begins in the capture, in bytes.
    public let offset: Int
}

/// Lists the advertisements of a capture.
///
/// Packets that are no advertisements, or cannot be read, are left out; ``CaptureReader`` counts them.
public struct CapturedAdvertisements: Sendable {
    private var file: CaptureFile
    private var decoder = CaptureDecoder()
    private var pending: [CapturedAdvertisement] = []

    /// Opens a capture.
    ///
    /// - Throws: ``RecordingError`` as ``CaptureReader/init(_:)-(RecordingSource)`` does.
    public init(_ source: RecordingSource) throws(RecordingError) { file = try CaptureFile(source) }

    /// Reads the next advertisement.
    ///
    /// - Returns: `nil` at the end of the capture.
    /// - Throws: ``RecordingError`` where the rest of the capture cannot be read.
    public mutating func next() throws(RecordingError) -> CapturedAdvertisement? {
        while pending.isEmpty {
            guard let step = try file.next() else { return nil }
            guard case .record(let record) = step, !record.isShortened else { continue }
            Self.decode(record, file.window.bytes, &decoder, to: &pending)
        }
        return pending.removeFirst()
    }

    private static func decode(
        _ record: CaptureRecord, _ bytes: [UInt8], _ decoder: inout CaptureDecoder,
        to pending: inout [CapturedAdvertisement]
    ) {
        let source = CaptureRadio(record, bytes).source
        var time: ObservationTime?
        if case .known(let known) = record.time { time = known }
        do throws(FrameDefect) {
            try decoder.forEachAdvertisement(in: record, of: bytes) { report, data, channel in
                var report = report
                report.data = 0..<data.count
                pending.append(
                    CapturedAdvertisement(
                        time: time, source: source, report: report, channel: channel,
                        data: (0..<data.count).map { data[$0] }, offset: record.offset))
            }
        } catch {
            // What came before the damage counts.
        }
    }
}
