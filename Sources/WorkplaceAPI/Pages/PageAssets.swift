import Cryptography
import Essentials
import HTTPCore

/// The files that pages load: each as it is in the folder `Web`, and for each page its modules, style sheets and messages joined.
///
/// A joined file has an address with the version of all files, so that a browser keeps it without asking again. Every file has an
/// address without it too, which source maps, tests and other pages use. An address with another version gives the present file, for
/// a page that has been open since before an update.
struct PageAssets: Sendable {
    /// The module that shows the texts of a catalogue.
    private static let messageModule = "Shared/messages.js"
    /// Its address decides for which pages it holds: a service worker serves the addresses below its own.
    private static let serviceWorker = "Notices/service-worker.js"
    /// What the service worker has in the place of the version.
    private static let versionMark = "{{#version}}"

    /// What changes with any file: 96 bits.
    let version: String
    private let modules: ModuleGraph
    private let styleSheets: StyleSheets
    private let catalogues: [LanguageTag: MessageCatalogue]
    /// By the path of a module the English texts that it shows.
    private let textsByModule: [String: [String]]
    /// The English texts whose modules are known.
    private let knownTexts: Set<String>
    private var versioned: [(path: String, file: StaticFile)] = []
    private var worker: StaticFile?

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - files: All files.
    ///   - catalogues: The texts in each language.
    ///   - source: The language that the texts are written in, whose catalogue names the modules that show them.
    /// - Throws: ``WebFilesError`` for the first file that does not fit.
    init(_ files: WebFiles, catalogues: [LanguageTag: MessageCatalogue], source: LanguageTag)
        throws(WebFilesError)
    {
        version = Self.version(of: files)
        self.catalogues = catalogues
        modules = try ModuleGraph(try Self.texts(files.assets, endingWith: ".js"))
        styleSheets = try StyleSheets(try Self.texts(files.assets, endingWith: ".css"))
        var textsByModule: [String: [String]] = [:]
        var knownTexts: Set<String> = []
        for message in catalogues[source]?.allMessages ?? [] {
            let references = message.references
            guard !references.isEmpty else { continue }
            knownTexts.insert(message.id)
            for path in references where path.hasSuffix(".js") {
                textsByModule[path, default: []].append(message.id)
            }
        }
        self.textsByModule = textsByModule
        self.knownTexts = knownTexts
        for (path, bytes) in files.assets { try add(path, bytes) }
    }

    private static func version(of files: WebFiles) -> String {
        var digests: [UInt8] = [JoinedScript.generation]
        for (path, bytes) in files.files.sorted(by: { $0.key < $1.key }) {
            digests += SHA256.digest(of: Array(path.utf8)) + SHA256.digest(of: bytes)
        }
        return Base64URL.encode(SHA256.digest(of: digests).prefix(12))
    }

    private static func texts(
        _ assets: [(path: String, bytes: [UInt8])], endingWith ending: String
    ) throws(WebFilesError) -> [(path: String, text: String)] {
        var texts: [(path: String, text: String)] = []
        for (path, bytes) in assets where path.hasSuffix(ending) {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(path) }
            texts.append((path, text))
        }
        return texts
    }

    private mutating func add(_ path: String, _ bytes: [UInt8]) throws(WebFilesError) {
        let (type, isCompressible) = try Self.type(of: path)
        guard path == Self.serviceWorker else {
            versioned.append((path, StaticFile(type: type, isCompressible: isCompressible) { bytes }))
            return
        }
        let text = String(decoding: bytes, as: UTF8.self).replacing(Self.versionMark, with: version)
        worker = StaticFile(type: type) { Array(text.utf8) }
    }

    private static func type(of path: String) throws(WebFilesError) -> (StaticString, isCompressible: Bool) {
        switch path.split(separator: ".").last {
        case "js": ("text/javascript; charset=utf-8", true)
        case "css": ("text/css; charset=utf-8", true)
        case "svg": ("image/svg+xml", true)
        case "png": ("image/png", false)
        case "wasm": ("application/wasm", true)
        default: throw .unknownKind(path)
        }
    }

    // MARK: - Joining

    /// Joins the files of a page.
    ///
    /// - Parameters:
    ///   - template: The page.
    ///   - name: The name of its joined files.
    ///   - file: What to call it in messages.
    /// - Returns: The page with the joined files in the place of its own.
    /// - Throws: ``WebFilesError`` for a file that is missing, and for a page whose head cannot be read.
    mutating func join(_ template: PageTemplate, name: String, file: String) throws(WebFilesError)
        -> PageTemplate
    {
        let modules = modules
        let head = try PageHead(template, name: name, version: version, file: file) { entries in
            modules.modules(from: entries).contains { $0.path == Self.messageModule }
        }
        for path in head.modules where modules[path] == nil { throw .missing(path) }
        for path in head.styleSheets where styleSheets[path] == nil { throw .missing(path) }
        if !head.styleSheets.isEmpty { addStyleSheet(head, name) }
        if !head.modules.isEmpty { addScript(head, name) }
        return head.template
    }

    private mutating func addStyleSheet(_ head: PageHead, _ name: String) {
        let styleSheets = styleSheets
        let file = StaticFile(type: "text/css; charset=utf-8") { styleSheets.joined(head.styleSheets) }
        versioned.append(("joined/\(name).css", file))
    }

    private mutating func addScript(_ head: PageHead, _ name: String) {
        let modules = modules
        let mapName = "\(name).js.map"
        let script = StaticFile(type: "text/javascript; charset=utf-8") {
            JoinedScript(head.modules, in: modules, mapName: mapName).bytes
        }
        let map = StaticFile(type: "application/json") {
            JoinedScript(head.modules, in: modules, mapName: mapName).sourceMap
        }
        versioned += [("joined/\(name).js", script), ("joined/\(mapName)", map)]
        for (language, catalogue) in catalogues {
            let messages = StaticFile(type: "application/json") { [textsByModule, knownTexts] in
                let paths = modules.modules(from: head.modules).map(\.path)
                let texts = Set(paths.flatMap { textsByModule[$0] ?? [] })
                return catalogue.json { texts.contains($0) || !knownTexts.contains($0) }
            }
            versioned.append(("joined/\(name).\(language).json", messages))
        }
    }

    // MARK: - Serving

    /// Adds the files to a router.
    func add(to router: inout Router) {
        if let worker {
            router.add(
                .get, "/service-worker.js",
                .immediate { request, _ in try worker.response(for: request, keeping: .untilAsked) })
        }
        for (path, file) in versioned {
            router.add(
                .get, "\(PageHead.assets)\(path)",
                .immediate { request, _ in try file.response(for: request, keeping: .untilAsked) })
            router.add(
                .get, "\(PageHead.assets){version}/\(path)",
                .immediate { request, parameters in
                    let isPresent = parameters["version"] == version
                    return try file.response(for: request, keeping: isPresent ? .forever : .untilAsked)
                })
        }
    }
}
