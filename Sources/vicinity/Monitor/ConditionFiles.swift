import Formats
import JSON
import Workplace

/// The conditions to monitor, from the files on the command line.
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

    /// The conditions of a list or a map in a file, or of an IMDF archive in a folder.
    static func list(_ path: String) throws -> [ConditionList.Entry] {
        if let names = try FileText.names(inFolder: path) { return try archive(path, names) }
        let bytes = try FileText.bytes(path)
        do throws(JSONDocumentError) {
            return try ConditionList(reading: bytes, hours: HoursInZone.windows).entries
        } catch {
            throw CommandFailure(error.lines(file: path).joined(separator: "\n"))
        }
    }

    private static func archive(_ folder: String, _ names: [String]) throws -> [ConditionList.Entry] {
        let files = try names.filter(IMDFArchive.reads).map { name in
            IMDFArchive.File(name: name, bytes: try FileText.bytes("\(folder)/\(name)"))
        }
        do throws(IMDFError) {
            return ConditionList(try IMDFArchive(reading: files).areas).entries
        } catch {
            throw CommandFailure(error.lines(folder: folder).joined(separator: "\n"))
        }
    }
}
