import Formats
import Workplace

/// What to monitor, from the files that were named on the command line.
enum ConditionFiles {
    /// The campus in a file.
    static func campus(_ path: String) throws -> Campus { try campus(try FileText.bytes(path), path) }

    /// The campus in the bytes of a file.
    static func campus(_ bytes: [UInt8], _ path: String) throws -> Campus {
        do throws(CampusFileError) {
            return try CampusFile.read(bytes, name: path)
        } catch {
            throw CommandFailure(error.description)
        }
    }

    /// The conditions of a list in a file.
    static func list(_ path: String) throws -> [ConditionList.Entry] {
        let bytes = try FileText.bytes(path)
        do throws(DocumentError) {
            return try ConditionList(reading: bytes).entries
        } catch {
            throw CommandFailure(error.lines(file: path).joined(separator: "\n"))
        }
    }
}
