import Formats
import Workplace

/// What to monitor, from the files that were named on the command line.
enum ConditionFiles {
    /// The conditions of a list or of a campus; `nil` without any file.
    static func entries(conditions: String?, campus: String?) throws -> [ConditionList.Entry]? {
        if let conditions { return try list(conditions) }
        return try campus.map(Self.campus).map(CampusConditions.entries)
    }

    /// The campus in a file.
    static func campus(_ path: String) throws -> Campus {
        do {
            return try CampusFile.read(try FileText.bytes(path), name: path)
        } catch let error as CampusFileError {
            throw CommandFailure(error.description)
        }
    }

    /// The conditions of a list or of a map in a file, or those of an IMDF archive in a folder.
    static func list(_ path: String) throws -> [ConditionList.Entry] {
        if let names = FileText.names(inFolder: path) { return try archive(path, names) }
        let bytes = try FileText.bytes(path)
        do throws(DocumentError) {
            return try ConditionList(reading: bytes).entries
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
