/// The packets of a capture in any of the formats.
struct CaptureFile: Sendable {
    private(set) var window: ByteWindow
    private var format: Format

    private enum Format: Sendable {
        case btsnoop(BTSnoopFile)
        case pcap(PcapFile)
        case pcapng(PcapngFile)
    }

    /// Reads the header.
    init(_ source: RecordingSource) throws(RecordingError) {
        window = try source.window()
        _ = try window.has(8)
        let beginning = Array(window.bytes.prefix(8))
        switch RecordingFormat(detectedIn: beginning) {
        case .pcap: format = .pcap(try PcapFile(&window))
        case .pcapng: format = .pcapng(PcapngFile())
        default:
            guard beginning.elementsEqual(BTSnoopFile.magic.prefix(beginning.count)) else {
                throw RecordingError(.unknownFormat, offset: 0)
            }
            format = .btsnoop(try BTSnoopFile(&window))
        }
    }

    mutating func next() throws(RecordingError) -> CaptureStep? {
        switch format {
        case .btsnoop(let file): return try file.next(&window)
        case .pcap(let file): return try file.next(&window)
        case .pcapng(var file):
            defer { format = .pcapng(file) }
            return try file.next(&window)
        }
    }
}
