import CommandLineArguments
import Foundation
import Formats

/// A recording as it was named on the command line, with what is needed to read it.
struct RecordingFile {
    let bytes: [UInt8]
    let format: RecordingFormat
    let columns: ColumnMap?
    private let times: [UInt8]

    /// Finds out the format, and reads the files that a table needs.
    ///
    /// - Throws: A ``UsageError`` for a table without a column map or the reverse, and ``CommandFailure`` for a file that
    ///   cannot be used.
    init(path: String, bytes: [UInt8], format: RecordingFormat?, columns columnsPath: String?) throws {
        self.bytes = bytes
        let found = format ?? (columnsPath == nil ? RecordingFormat(detectedIn: bytes) : .csv)
        guard let found else {
            throw CommandFailure("\(path): \(RecordingError(.unknownFormat, offset: 0))")
        }
        self.format = found
        guard found == .csv else {
            guard columnsPath == nil else {
                throw CommandFailure(
                    "--columns is for tables; \(path) is read as \(found.rawValue).", exitCode: 2)
            }
            (columns, times) = (nil, [])
            return
        }
        guard let columnsPath else {
            throw CommandFailure("\(path) is a table; say with --columns what its columns mean.", exitCode: 2)
        }
        let map = try Self.columnMap(columnsPath)
        columns = map
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        times = try FileText.bytes(folder.appending(path: map.timesFile).path)
    }

    /// Opens the recording from its beginning.
    func open() throws(RecordingError) -> any RecordingReader {
        switch (format, columns) {
        case (.btsnoop, _): try BTSnoopReader(bytes)
        case (.gpx, _): GPXReader(bytes)
        case (.csv, let columns?): SignalTableReader(signals: bytes, times: times, map: columns)
        case (.jsonl, _), (.csv, nil): TraceReader(bytes)
        }
    }

    private static func columnMap(_ path: String) throws -> ColumnMap {
        let bytes = try FileText.bytes(path)
        do throws(DocumentError) {
            return try ColumnMap(reading: bytes)
        } catch {
            throw CommandFailure(error.lines(file: path).joined(separator: "\n"))
        }
    }
}
