import CommandLineArguments
import Foundation
import Formats
import JSON

/// A recording from the command line, with everything that is needed to read it.
struct RecordingFile {
    let columns: ColumnMap?
    private let surroundings: RecordedSurroundings

    /// Detects the format, and reads the further files of a table.
    ///
    /// - Throws: A ``UsageError`` for a table without a column map or the reverse, and ``CommandFailure`` for a file that
    ///   cannot be used.
    init(path: String, bytes: [UInt8], format: RecordingFormat?, columns columnsPath: String?) throws {
        let found = format ?? (columnsPath == nil ? RecordingFormat(detectedIn: bytes) : .csv)
        guard let columnsPath else {
            columns = nil
            do throws(RecordingError) { surroundings = try RecordedSurroundings(bytes, format: found) } catch
            {
                let name = FileText.name(path)
                guard error.reason == .columnsMissing else { throw CommandFailure("\(name): \(error)") }
                throw CommandFailure(
                    "\(name) is a table; say with --columns what its columns mean.", exitCode: 2)
            }
            return
        }
        guard found == .csv else {
            throw CommandFailure("--columns is for tables, and \(FileText.name(path)) is none.", exitCode: 2)
        }
        let map = try Self.columnMap(columnsPath)
        columns = map
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let times = try FileText.bytes(folder.appending(path: map.timesFile).path)
        surroundings = RecordedSurroundings(table: bytes, times: times, columns: map)
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
