import CommandLineArguments
import Foundation
import Formats
import JSON

/// A recording from the command line, with everything that is needed to read it.
struct RecordingFile {
    let columns: ColumnMap?
    /// The source if it is a capture, which has more than observations.
    let capture: RecordingSource?
    private let surroundings: RecordedSurroundings

    /// Detects the format, and reads the further files of a table.
    ///
    /// - Throws: A ``UsageError`` for a table without a column map or the reverse, and ``CommandFailure`` for a file that
    ///   cannot be used.
    init(path: String, source: RecordingSource, format: RecordingFormat?, columns columnsPath: String?) throws
    {
        guard let columnsPath else {
            columns = nil
            do throws(RecordingError) {
                surroundings = try RecordedSurroundings(source, format: format)
                var found = format
                if found == nil { found = try RecordingFormat(detectedIn: source) }
                capture = found?.isCapture == true ? source : nil
            } catch {
                let name = FileText.name(path)
                guard error.reason == .columnsMissing else { throw CommandFailure("\(name): \(error)") }
                throw CommandFailure(
                    "\(name) is a table; say with --columns what its columns mean.", exitCode: 2)
            }
            return
        }
        guard format ?? .csv == .csv else {
            throw CommandFailure("--columns is for tables, and \(FileText.name(path)) is none.", exitCode: 2)
        }
        capture = nil
        let map = try Self.columnMap(columnsPath)
        columns = map
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let times = try FileText.bytes(folder.appending(path: map.timesFile).path)
        do throws(RecordingError) {
            surroundings = RecordedSurroundings(table: try source.bytes(), times: times, columns: map)
        } catch {
            throw CommandFailure("\(FileText.name(path)): \(error)")
        }
    }

    /// Opens the recording from its beginning.
    func open() throws(RecordingError) -> any RecordingReader { try surroundings.reader() }

    private static func columnMap(_ path: String) throws -> ColumnMap {
        let bytes = try FileText.bytes(path)
        do throws(JSONDocumentError) {
            return try ColumnMap(reading: bytes)
        } catch {
            throw CommandFailure(error.lines(file: path).joined(separator: "\n"))
        }
    }
}

extension RecordingFormat {
    fileprivate var isCapture: Bool {
        switch self {
        case .btsnoop, .pcap, .pcapng: true
        case .gpx, .csv, .jsonl: false
        }
    }
}
