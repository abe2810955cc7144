import Essentials
import HTTPCore
import JSON

/// The pages, in every language there is a catalogue for, and the files that they load.
///
/// Everything is rendered once, at the start; a request is a look-up, and for a page also a nonce.
struct PageRoutes: Sendable {
    private let messages: [(path: String, response: HTTPResponse)]
    private let languages: [LanguageTag]
    /// The translations of the texts, each with what it lacks from wider languages.
    let catalogues: [MessageCatalogue]
    /// How many texts of each language are shown in the fallback language, because its catalogues lack them.
    let untranslated: [(language: LanguageTag, count: Int)]
    private let pages: [(path: String, byLanguage: [LanguageTag: RenderedPage])]
    /// For an address that has no page.
    private let notFound: [LanguageTag: RenderedPage]
    private let assets: PageAssets
    private let manifest: [LanguageTag: HTTPResponse]
    private static let notFoundName = "not-found"
    private static let indexName = "index"
    /// The page that pays by card.
    private static let payName = "pay"

    /// Renders the pages.
    ///
    /// - Parameters:
    ///   - files: What pages are made of.
    ///   - isDemo: Whether one signs in by choosing a name.
    ///   - outside: What the page that pays loads from elsewhere, if there is a payment provider.
    /// - Throws: ``WebFilesError`` naming the first file that does not fit.
    init(_ files: WebFiles, isDemo: Bool, outside: OutsideContent? = nil) throws {
        var catalogues: [LanguageTag: MessageCatalogue] = [:]
        for (path, bytes) in files.catalogues {
            let catalogue = try Self.catalogue(bytes, file: path)
            catalogues[catalogue.language] = catalogue
        }
        guard !catalogues.isEmpty else { throw WebFilesError.missing("locales/en.po") }
        catalogues = Self.completed(catalogues)
        for name in [Self.indexName, Self.notFoundName] {
            let page = "Shared/\(name).html"
            if files.files[page] == nil { throw WebFilesError.missing(page) }
        }
        messages = try catalogues.map { language, catalogue in
            ("/locales/\(language).json", try HTTPResponse.json(catalogue.json()).tagged().revalidated)
        }
        let languages = catalogues.keys.sorted { $0.description < $1.description }
        self.languages = languages
        self.catalogues = Array(catalogues.values)
        let source = catalogues[Self.fallback(in: languages)]
        untranslated = languages.compactMap { language in
            guard let source, let count = catalogues[language]?.missingCount(of: source), count > 0 else {
                return nil
            }
            return (language, count)
        }
        let shared = try Self.sharedTemplates(files)
        var assets = try PageAssets(files, catalogues: catalogues, source: Self.fallback(in: languages))
        let named = try files.pages.map { path, bytes in
            let name = Self.name(ofPage: path)
            let template = try assets.join(
                try PageTemplate(try Self.text(bytes, file: path), file: path, shared: shared), name: name,
                file: path)
            let byLanguage = try catalogues.mapValues { catalogue in
                try RenderedPage(
                    template.rendered(with: catalogue, isDemo: isDemo), in: catalogue.language,
                    outside: name == Self.payName ? outside : nil)
            }
            return (name: name, byLanguage: byLanguage)
        }
        self.assets = assets
        manifest = try Self.manifest(files, catalogues: catalogues)
        pages = named.filter { $0.name != Self.notFoundName }.map { name, byLanguage in
            (name == Self.indexName ? "/" : "/\(name)", byLanguage)
        }
        notFound = named.first { $0.name == Self.notFoundName }?.byLanguage ?? [:]
    }

    /// Each catalogue with what it lacks from the wider languages, such as `es` for `es-UY`.
    private static func completed(
        _ catalogues: [LanguageTag: MessageCatalogue]
    ) -> [LanguageTag: MessageCatalogue] {
        catalogues.mapValues { catalogue in
            let wider = LanguageNegotiation.fallbacks(of: catalogue.language, in: catalogues.keys)
            return catalogue.completed(from: wider.compactMap { catalogues[$0] })
        }
    }

    /// The file's name without its folder and its ending.
    private static func name(ofPage path: String) -> String {
        String(path.dropLast(".html".count).split(separator: "/").last ?? "")
    }

    /// What pages share, by the name of its file without the ending.
    private static func sharedTemplates(_ files: WebFiles) throws -> [String: PageTemplate] {
        var templates: [String: PageTemplate] = [:]
        for (path, bytes) in files.sharedTemplates {
            templates[name(ofPage: path)] = try PageTemplate(try text(bytes, file: path), file: path)
        }
        return templates
    }

    /// Adds the pages and their files to a router.
    func add(to router: inout Router) {
        for (path, byLanguage) in pages {
            router.add(
                .get, path, .immediate { request, _ in try page(byLanguage, path: path, for: request) })
        }
        assets.add(to: &router)
        if !manifest.isEmpty {
            router.add(
                .get, "/manifest.webmanifest", .immediate { request, _ in try manifestAnswer(for: request) })
        }
        for (path, response) in messages { router.add(.get, path, .fixed(response)) }
        router.unknownPath = { request in notFoundPage(for: request) }
    }

    /// The page for a browser that asks for an address without one; `nil` for programs and below `/api/`.
    private func notFoundPage(for request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get || request.method == .head, !request.path.hasPrefix("/api/"),
            request.fields.listValues("Accept").contains(where: {
                $0.value == "text/html" && $0.thousandths > 0
            })
        else { return nil }
        do {
            let language = language(for: try request.languagePreferences())
            guard var response = try notFound[language]?.responseForUnknownAddress(to: request) else {
                return nil
            }
            if try request.queryValue("lang") != nil {
                try response.fields.set("Set-Cookie", languageCookie(language, for: request))
            }
            return response
        } catch {
            // A query that cannot be read is answered by the problem document.
            return nil
        }
    }

    // MARK: - The manifest

    /// The manifest in each language; none when there is no such file.
    private static func manifest(
        _ files: WebFiles, catalogues: [LanguageTag: MessageCatalogue]
    ) throws -> [LanguageTag: HTTPResponse] {
        guard let bytes = files.files[WebFiles.manifest] else { return [:] }
        let template = try PageTemplate(try text(bytes, file: WebFiles.manifest), file: WebFiles.manifest)
        return try catalogues.mapValues { catalogue in
            let pieces = template.rendered(with: catalogue, isDemo: false, escape: \.escapedForJSON)
            var response = HTTPResponse.content(
                Array(pieces.joined().utf8), type: "application/manifest+json"
            ).tagged()
            try response.fields.set("Cache-Control", "no-cache")
            try response.fields.set("Content-Language", catalogue.language.description)
            try response.fields.set("Vary", "Accept-Language, Cookie")
            return response
        }
    }

    private func manifestAnswer(for request: HTTPRequest) throws -> HTTPResponse {
        let language = language(for: try request.languagePreferences())
        guard let response = manifest[language] else { preconditionFailure("no manifest in \(language)") }
        return response.conditional(for: request)
    }

    // MARK: - Languages

    private func language(for preferences: [LanguageTag]) -> LanguageTag {
        LanguageNegotiation.best(of: languages, for: preferences) ?? Self.fallback(in: languages)
    }

    /// A page in the best language; a language that the address asks for is kept in a cookie first.
    private func page(
        _ byLanguage: [LanguageTag: RenderedPage], path: String, for request: HTTPRequest
    ) throws -> HTTPResponse {
        if let asked = try request.queryValue("lang") { return try keeping(asked, path: path, request) }
        let language = language(for: try request.languagePreferences())
        guard let page = byLanguage[language] else { preconditionFailure("no page in \(language)") }
        return try page.response(for: request)
    }

    /// English where there is a catalogue for it, as the messages are written in it.
    private static func fallback(in languages: [LanguageTag]) -> LanguageTag {
        LanguageNegotiation.best(of: languages, for: LanguageNegotiation.preferences(acceptLanguage: "en"))
            ?? languages[0]
    }

    private func keeping(_ asked: String, path: String, _ request: HTTPRequest) throws -> HTTPResponse {
        guard let tag = LanguageTag(asked), let language = LanguageNegotiation.best(of: languages, for: [tag])
        else { throw Problem.invalidParameter("lang", "must be a language that there is") }
        var query = ""
        for (name, value) in try request.queryPairs() where name != "lang" {
            query += (query.isEmpty ? "?" : "&") + "\(name.percentEncoded)=\(value.percentEncoded)"
        }
        var response = HTTPResponse(.seeOther)
        try response.fields.set("Location", path + query)
        try response.fields.set("Set-Cookie", languageCookie(language, for: request))
        return response
    }

    private func languageCookie(_ language: LanguageTag, for request: HTTPRequest) -> String {
        let attributes = "Path=/; SameSite=Lax; Max-Age=31536000" + (request.isSecure ? "; Secure" : "")
        return "\(HTTPRequest.languageCookieName)=\(language); \(attributes)"
    }

    private static func catalogue(_ bytes: [UInt8], file: String) throws -> MessageCatalogue {
        do {
            return try MessageCatalogue(portableObject: try text(bytes, file: file))
        } catch let error as MessageCatalogueError {
            throw WebFilesError.catalogue(file: file, reason: error.description)
        }
    }

    private static func text(_ bytes: [UInt8], file: String) throws(WebFilesError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText(file) }
        return text
    }
}

extension HTTPResponse {
    /// The response with the rule that a browser asks each time whether its copy still holds.
    fileprivate var revalidated: HTTPResponse {
        get throws {
            var response = self
            try response.fields.set("Cache-Control", "no-cache")
            return response
        }
    }
}

extension String {
    /// The text as it stands between quotation marks in JSON.
    fileprivate var escapedForJSON: String {
        var json = JSONWriter()
        json.string(self)
        return String(json.text.dropFirst().dropLast())
    }
}
