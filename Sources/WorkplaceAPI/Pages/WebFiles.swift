/// The files that pages are made of, read once at the start.
///
/// Keys are paths within the folder `Web`, such as `Cafes/order.html`. The ending says what a file is: `.html` is a page,
/// or below `Shared/parts` a template that pages share; `.po` is a catalogue of messages; the catalogue of tips is
/// `Tips/catalogue.json`; the service worker and the manifest have addresses of their own, `/service-worker.js` and
/// `/manifest.webmanifest`; a browser can load everything else by its path below `/assets`.
public struct WebFiles: Sendable {
    /// The path of the catalogue of tips that comes with the pages.
    static let tipCatalogue = "Tips/catalogue.json"
    /// The path of what a browser reads to install the pages; it is a template, as pages are.
    static let manifest = "Notices/manifest.webmanifest"
    private static let sharedTemplateFolder = "Shared/parts/"

    let files: [String: [UInt8]]

    /// Makes a set of files, without the tests that stand beside them.
    public init(_ files: [String: [UInt8]]) {
        self.files = files.filter { !$0.key.contains(".test.") && !$0.key.contains(".test-support.") }
    }

    /// Renders all pages, as a server does at its start.
    ///
    /// - Throws: ``WebFilesError`` naming the first file that is missing or does not fit.
    public func check() throws { _ = try PageRoutes(self, isDemo: false) }

    /// The pages in the order of their paths.
    var pages: [(path: String, bytes: [UInt8])] {
        files(endingWith: ".html") { !$0.hasPrefix(Self.sharedTemplateFolder) }
    }

    /// The templates that pages share.
    var sharedTemplates: [(path: String, bytes: [UInt8])] {
        files(endingWith: ".html") { $0.hasPrefix(Self.sharedTemplateFolder) }
    }

    /// The catalogues of messages.
    var catalogues: [(path: String, bytes: [UInt8])] { files(endingWith: ".po") }

    /// The files that a browser loads by their path.
    var assets: [(path: String, bytes: [UInt8])] {
        files(endingWith: "") { path in
            path != Self.tipCatalogue && path != Self.manifest
                && ![".html", ".po"].contains { path.hasSuffix($0) }
        }
    }

    private func files(
        endingWith ending: String, where isWanted: (String) -> Bool = { _ in true }
    ) -> [(path: String, bytes: [UInt8])] {
        files.filter { $0.key.hasSuffix(ending) && isWanted($0.key) }
            .map { (path: $0.key, bytes: $0.value) }
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
    /// A module has a form that cannot be joined with others.
    case module(file: String, line: Int, reason: String)
    /// A style sheet names an address in a form that cannot be joined with others.
    case styleSheet(file: String, rule: String)
    /// A page names a module or a style sheet that does not stand on a line of its own in the usual form.
    case head(file: String)
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
        case .module(let file, let line, let reason): "\(file), line \(line): \(reason)."
        case .styleSheet(let file, let rule): "\(file): the address in \(rule) is not on a line of its own."
        case .head(let file):
            "\(file): a script or style sheet is not on a line of its own in the form that docs/decisions/0097 names."
        }
    }
}
