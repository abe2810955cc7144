/// The files that pages are made of, read once at the start.
///
/// Keys are paths within the folder `Web`, such as `pages/order.html`.
public struct WebFiles: Sendable {
    let files: [String: [UInt8]]

    /// Makes a set of files.
    public init(_ files: [String: [UInt8]]) {
        self.files = files
    }

    /// The files of a folder, by their path below it, in the order of their paths.
    func files(in folder: String) -> [(path: String, bytes: [UInt8])] {
        files.filter { $0.key.hasPrefix(folder + "/") }
            .map { (String($0.key.dropFirst(folder.count + 1)), $0.value) }
            .sorted { $0.path < $1.path }
    }
}

/// Why the pages cannot be served; the server does not start then.
public enum WebFilesError: Error, Equatable, Sendable {
    /// A file is missing that the server cannot do without.
    case missing(String)
    /// A file is not UTF-8.
    case notText(String)
    /// A catalogue of messages cannot be read.
    case catalogue(file: String, reason: String)
    /// A page has a mark that is not closed, has no partner, or has no meaning.
    case template(file: String, mark: String)
    /// The catalogue of tips cannot be read.
    case tips(file: String, reason: String)
    /// A file is of a kind that the server does not serve.
    case unknownKind(String)
}

extension WebFilesError: CustomStringConvertible {
    /// One sentence that names the file.
    public var description: String {
        switch self {
        case .missing(let file): "The page file \(file) is missing."
        case .notText(let file): "The page file \(file) is not UTF-8."
        case .catalogue(let file, let reason): "\(file): \(reason)"
        case .tips(let file, let reason): "\(file): \(reason)"
        case .template(let file, let mark): "\(file): the mark \(mark) is not closed or not known."
        case .unknownKind(let file): "The page file \(file) is of a kind that is not served."
        }
    }
}
