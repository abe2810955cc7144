import Essentials
import Foundation
import Gzip
import HTTPCore
import JSON
import TestSupport
import Testing

@testable import WorkplaceAPI

/// The pages of this repository as they are served.
@Suite(.timeLimit(.minutes(1)))
struct PageAssetsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Web").standardizedFileURL

    private static let files: WebFiles = {
        var files: [String: [UInt8]] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
            let isPart = [".html", ".js", ".css", ".png", ".svg", ".webmanifest"].contains {
                path.hasSuffix($0)
            }
            guard isPart || path == "locales/en.po" || path == "locales/de.po" else { continue }
            files[path] = (try? Data(contentsOf: folder.appending(path: path))).map { Array($0) }
        }
        // Another suite of files builds it.
        files["core/vicinity.wasm"] = [0]
        return WebFiles(files)
    }()

    private static let router: Router = {
        var router = Router()
        do { try PageRoutes(files, isDemo: true).add(to: &router) } catch { Issue.record("\(error)") }
        return router
    }()

    private static let graph = try? ModuleGraph(
        files.assets.filter { $0.path.hasSuffix(".js") }.map {
            ($0.path, String(decoding: $0.bytes, as: UTF8.self))
        })

    private func get(_ target: String, _ fields: [(String, String)] = []) async throws -> HTTPResponse {
        var request = HTTPFields()
        for (name, value) in fields { try request.set(name, value) }
        return await Self.router.respond(to: HTTPRequest(.get, target: target, fields: request))
    }

    private func bytes(_ response: HTTPResponse) -> [UInt8] {
        if case .bytes(let bytes) = response.body { bytes } else { [] }
    }

    private func text(_ response: HTTPResponse) -> String { String(decoding: bytes(response), as: UTF8.self) }

    /// The joined files that a page names.
    private func joined(_ page: String) async throws -> [String] {
        text(try await get(page)).matches(of: #/"(/assets/[^/"]+/joined/[^"]+)"/#).map { String($0.1) }
    }

    private static let pages = files.pages.map { path, _ in
        let name = path.split(separator: "/")[1].dropLast(5)
        return name == "index" ? "/" : "/\(name)"
    }.filter { $0 != "/not-found" }

    @Test(arguments: pages)
    func `a page loads one script and one style sheet, and they are there`(page: String) async throws {
        let html = text(try await get(page))
        #expect(html.matches(of: #/rel="stylesheet"/#).count == 1)
        #expect(html.matches(of: #/type="module"/#).count <= 1)
        for address in try await joined(page) {
            let file = try await get(address)
            #expect(file.status == .ok, "\(address)")
            #expect(file.fields["Cache-Control"] == "public, max-age=31536000, immutable")
        }
    }

    /// Each line of code of each module is in the joined file once, in its place, and nothing else is.
    @Test(arguments: pages)
    func `a joined script equals its sources`(page: String) async throws {
        guard let address = try await joined(page).first(where: { $0.hasSuffix(".js") }) else { return }
        let name = try #require(address.split(separator: "/").last?.dropLast(3))
        let graph = try #require(Self.graph)
        var html = ""
        for (path, bytes) in Self.files.files where path.hasSuffix("/\(name).html") {
            html = String(decoding: bytes, as: UTF8.self)
        }
        for (path, bytes) in Self.files.sharedTemplates {
            let mark = "{{> \(path.dropFirst("Shared/parts/".count).dropLast(".html".count))}}"
            html = html.replacing(mark, with: String(decoding: bytes, as: UTF8.self))
        }
        let entries = html.matches(of: #/type="module" src="\/assets\/([^"]+)"/#).map { String($0.1) }
        #expect(!entries.isEmpty)
        let script = JoinedScript(entries, in: graph, mapName: "\(name).js.map")
        #expect(entries.allSatisfy(script.paths.contains))
        let served = text(try await get(address)).split(separator: "\n", omittingEmptySubsequences: false)
            .map(
                String.init)
        #expect(served.count == script.origins.count + 1)
        var next: [Int: Int] = [:]
        let sources = script.paths.map { path in
            String(decoding: Self.files.files[path] ?? [], as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(Self.code)
        }
        for (line, origin) in zip(served, script.origins) {
            guard let origin else { continue }
            let lines = sources[origin.module]
            // What was left out between this line and the one before has no code.
            for skipped in (next[origin.module] ?? 0)..<origin.line {
                #expect(
                    lines[skipped].isEmpty || lines[skipped].hasPrefix("import "),
                    "\(script.paths[origin.module]):\(skipped + 1)")
            }
            next[origin.module] = origin.line + 1
            let source = lines[origin.line].replacing(
                "import.meta.url", with: "new URL(\"../\(script.paths[origin.module])\", import.meta.url)")
            #expect(
                source == line || source.hasPrefix(line + " //"),
                "\(script.paths[origin.module]):\(origin.line + 1)")
        }
    }

    /// The line without its indentation, without `export`, and empty when it is a comment.
    private static func code(_ line: Substring) -> String {
        var line = line.drop { $0 == " " }
        if line.hasPrefix("//") { return "" }
        if line.hasPrefix("export ") { line = line.dropFirst("export ".count) }
        return String(line)
    }

    @Test func `the messages of a page are those that its modules show`() async throws {
        let address = try #require(try await joined("/order").first { $0.hasSuffix(".json") })
        let german = text(try await get(address.replacing("order.en.json", with: "order.de.json")))
        let english = text(try await get(address))
        for json in [english, german] {
            #expect(json.contains(#""Your orders""#))
            // A text of the kitchen page.
            #expect(!json.contains(#""This ticket is on the screen again.""#))
            #expect(!json.contains(#""Kitchen – Vicinity""#))
        }
        #expect(german.contains("Deine Bestellungen") || german.contains("Ihre Bestellungen"))
    }

    @Test func `a file is compressed for who takes it so`() async throws {
        let address = try #require(try await joined("/order").first { $0.hasSuffix(".js") })
        let plain = try await get(address)
        let compressed = try await get(address, [("Accept-Encoding", "br, gzip")])
        #expect(plain.fields["Content-Encoding"] == nil)
        #expect(compressed.fields["Content-Encoding"] == "gzip")
        #expect(plain.fields["Vary"] == "Accept-Encoding")
        #expect(compressed.fields["Vary"] == "Accept-Encoding")
        #expect(plain.fields["ETag"] != compressed.fields["ETag"])
        var inflater = GzipInflater()
        inflater.feed(bytes(compressed))
        var content: [UInt8] = []
        while case let piece = try inflater.next(), !piece.isEmpty { content += piece }
        #expect(content == bytes(plain))
        for refusal in ["gzip;q=0", "*;q=0", "br", "gzip;q=0, *"] {
            #expect(
                try await get(address, [("Accept-Encoding", refusal)]).fields["Content-Encoding"] == nil,
                "\(refusal)")
        }
        let page = try await get("/order", [("Accept-Encoding", "gzip")])
        #expect(page.fields["Content-Encoding"] == "gzip")
        #expect(page.fields["Vary"]?.contains("Accept-Encoding") == true)
        #expect(GzipInflater.isGzip(bytes(page)))
        let picture = try await get("/assets/images/icon-192.png", [("Accept-Encoding", "gzip")])
        #expect(picture.fields["Content-Encoding"] == nil)
    }

    @Test func `an address with another version gives the present file, and is not kept`() async throws {
        let file = try await get("/assets/earlier/Shared/dom.js")
        #expect(file.status == .ok)
        #expect(file.fields["Cache-Control"] == "no-cache")
        #expect(try await get("/assets/Shared/dom.js").fields["Cache-Control"] == "no-cache")
        #expect(try await get("/assets/earlier/nothing.js").status == .notFound)
    }

    @Test func `a page of a module or style sheet in another form is refused`() throws {
        for tag in [
            "<p><link rel=\"stylesheet\" href=\"/assets/a.css\">",
            "<script type=\"module\" src=\"/assets/a.js\"></script>",
        ] {
            let template = try PageTemplate(tag, file: "Cafes/order.html")
            #expect(throws: WebFilesError.head(file: "Cafes/order.html")) {
                try PageHead(template, name: "order", version: "1", file: "Cafes/order.html") { _ in false }
            }
        }
    }
}
