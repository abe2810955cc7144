public import JSON

/// Why the files of an Indoor Mapping Data Format archive were refused.
public enum IMDFError: Error, Hashable, Sendable {
    /// There is no `manifest.json`, which every archive has.
    case noManifest
    /// No file has a feature with an interior.
    case noAreas
    /// A file is not JSON, or has mistakes.
    case file(name: String, JSONDocumentError)

    /// One line for each mistake: the file, the place, and the reason.
    ///
    /// - Parameter folder: The name of the archive's folder in the lines.
    /// - Returns: The lines; never empty.
    public func lines(folder: String) -> [String] {
        switch self {
        case .noManifest: ["\(folder): is no IMDF archive: manifest.json is missing"]
        case .noAreas: ["\(folder): has no venue, level, unit or other area"]
        case .file(let name, let error): error.lines(file: "\(folder)/\(name)")
        }
    }
}
