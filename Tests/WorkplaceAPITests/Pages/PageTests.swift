import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing

@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(1)))
struct PageTests {
    @Test(arguments: [
        ("en", "ltr", "Fish &amp; chips"), ("ja", "ltr", "魚 &lt;と&gt; 芋"),
    ])
    func `a page is in the language that was asked for, with texts escaped`(
        language: String, direction: String, title: String
    ) async throws {
        try await withAPIFixture { bench in
            let page = try await bench.get("/", as: .nobody, [("Accept-Language", language)])
            #expect(
                page.text.contains(#"<html lang="\#(language)" dir="\#(direction)"><title>\#(title)</title>"#)
            )
            #expect(!page.text.contains("{{"))
            #expect(page.fields["Content-Language"] == language)
            #expect(page.fields["Vary"] == "Accept-Encoding, Accept-Language, Cookie")
        }
    }

    @Test(arguments: [true, false])
    func `what is for the demo is there in the demo only`(isDemo: Bool) async throws {
        try await withAPIFixture(isDemo: isDemo) { bench in
            let page = try await bench.get("/")
            #expect(page.text.contains("<p>Demo</p>") == isDemo)
        }
    }

    @Test(arguments: ["/", "/order"])
    func `every page says what it never does`(path: String) async throws {
        try await withAPIFixture { bench in
            let page = try await bench.get(path)
            let policy = page.fields["Content-Security-Policy"] ?? ""
            for rule in [
                "default-src 'self'", "frame-ancestors 'none'", "object-src 'none'",
                "base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'",
                "trusted-types service-worker", "worker-src 'self'",
            ] {
                #expect(policy.contains(rule))
            }
            // WebAssembly of our own is allowed, evaluated script and inline code are not.
            #expect(!policy.replacing("'wasm-unsafe-eval'", with: "").contains("unsafe"))
            #expect(page.fields["Referrer-Policy"] == "no-referrer")
            #expect(page.fields["Permissions-Policy"] == "geolocation=(self)")
            #expect(page.fields["Cache-Control"] == "no-cache")
        }
    }

    @Test func `only scripts with the nonce of their answer run, and each answer has another`() async throws {
        try await withAPIFixture { bench in
            func nonce(of page: Answer) throws -> Substring {
                let policy = try #require(page.fields["Content-Security-Policy"])
                let match = try #require(
                    try #/script-src 'nonce-([A-Za-z0-9_-]{22})' 'wasm-unsafe-eval';/#.firstMatch(in: policy))
                return match.1
            }
            let first = try await bench.get("/order")
            let second = try await bench.get("/order")
            #expect(try first.text.contains(#"<script nonce="\#(nonce(of: first))""#))
            #expect(try second.text.contains(#"<script nonce="\#(nonce(of: second))""#))
            #expect(try nonce(of: first) != nonce(of: second))
        }
    }

    @Test func `a copy that still holds keeps its nonce and its policy`() async throws {
        try await withAPIFixture { bench in
            let page = try await bench.get("/order")
            let tag = try #require(page.fields["ETag"])
            #expect(tag.hasPrefix("W/"))
            let again = try await bench.get("/order", as: .nobody, [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.fields["Content-Security-Policy"] == nil)
        }
    }

    @Test(arguments: [
        ("lang=ja", "/order"), ("next=%2Fkitchen&lang=ja&as=a+b", "/order?next=%2Fkitchen&as=a%20b"),
        ("lang=ja&x=%26%3D%0d%0a", "/order?x=%26%3D%0D%0A"),
    ])
    func `choosing a language keeps it in a cookie and the rest of the address`(query: String, target: String)
        async throws
    {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/order?\(query)")
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == target)
            #expect(
                answer.fields["Set-Cookie"] == "vicinity-language=ja; Path=/; SameSite=Lax; Max-Age=31536000")
            let page = try await bench.get("/order", as: .nobody, [("Cookie", "vicinity-language=ja")])
            #expect(page.text.contains("注文"))
        }
    }

    @Test(arguments: ["ja;q=1, en;q=0.1", "ja-JP", "ja, *;q=0"])
    func `W131 a language that was chosen beats the one that the browser asks for`(
        header: String
    ) async throws {
        try await withAPIFixture { bench in
            let asked = ("Accept-Language", header)
            let unchosen = try await bench.get("/order", as: .nobody, [asked])
            #expect(unchosen.fields["Content-Language"] == "ja")
            let chosen = try await bench.get(
                "/order", as: .nobody, [asked, ("Cookie", "vicinity-language=en")])
            #expect(chosen.fields["Content-Language"] == "en")
            let address = try await bench.get(
                "/order?lang=en", as: .nobody, [asked, ("Cookie", "vicinity-language=ja")])
            #expect(address.fields["Set-Cookie"]?.hasPrefix("vicinity-language=en;") == true)
        }
    }

    @Test(arguments: ["lang=tlh", "lang=", "lang=%20", "lang=../x"])
    func `a language that there is not is refused`(query: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/?\(query)")
            #expect(answer.status == 400)
            #expect(answer.errors == ["/lang value"])
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: ["", "tlh", "x-private", "*"])
    func `who reads none of the languages gets English`(header: String) async throws {
        try await withAPIFixture { bench in
            let page = try await bench.get("/", as: .nobody, [("Accept-Language", header)])
            #expect(page.fields["Content-Language"] == "en")
        }
    }

    @Test(arguments: ["/nowhere", "/not-found", "/order/", "/assets/nothing", "/problems"])
    func `a browser that asks for an address without a page gets one that says so, in the person's language`(
        path: String
    ) async throws {
        try await withAPIFixture { bench in
            let browser = [
                ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"), ("Accept-Language", "ja"),
            ]
            let page = try await bench.get(path, as: .nobody, browser)
            #expect(page.status == 404)
            #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
            #expect(page.fields["Content-Language"] == "ja")
            #expect(page.text.contains("<title>ここにはない</title>"))
            #expect(page.fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(page.fields["ETag"] == nil)
            let chosen = try await bench.get("\(path)?lang=en", as: .nobody, browser)
            #expect((chosen.status, chosen.fields["Content-Language"]) == (404, "en"))
            #expect(chosen.fields["Set-Cookie"]?.hasPrefix("vicinity-language=en; Path=/;") == true)
        }
    }

    @Test(arguments: [
        ("/api/v1/nothing", "text/html"), ("/nowhere", "application/json"), ("/nowhere", "*/*"),
        ("/nowhere", "text/html;q=0"), ("/nowhere?lang=%zz", "text/html"),
    ])
    func `programs, and requests below the API, get a problem document`(path: String, accept: String)
        async throws
    {
        try await withAPIFixture { bench in
            let answer = try await bench.get(path, as: .nobody, [("Accept", accept)])
            #expect(answer.status == 404)
            #expect(answer.fields["Content-Type"] == "application/problem+json")
            #expect(answer.code == "not-found")
        }
    }

    @Test(arguments: [
        "/", "/assets/Cafes/order-page.js", "/assets/Shared/styles/base.css", "/locales/ja.json",
    ])
    func `an unchanged menu is answered with 304`(path: String) async throws {
        try await withAPIFixture { bench in
            let tag = try #require(try await bench.get(path).fields["ETag"])
            let again = try await bench.get(path, as: .nobody, [("If-None-Match", tag)])
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
        }
    }

    @Test(arguments: [
        ("/assets/Cafes/order-page.js", "text/javascript; charset=utf-8"),
        ("/assets/Shared/styles/base.css", "text/css; charset=utf-8"),
        ("/assets/images/favicon.svg", "image/svg+xml"),
        ("/service-worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ])
    func `files come with their type and no other`(path: String, type: String) async throws {
        try await withAPIFixture { bench in
            let file = try await bench.get(path)
            #expect(file.fields["Content-Type"] == type)
        }
    }

    @Test(arguments: ["basket.test.js", "basket.test-support.js"])
    func `a test beside the code is not published`(name: String) async throws {
        try await withAPIFixture { bench in
            let file = try await bench.get("/assets/Cafes/models/\(name)")
            #expect(file.status == 404)
        }
    }

    @Test func `a catalogue comes as the pages' scripts read it`() async throws {
        try await withAPIFixture { bench in
            let catalogue = try await bench.get("/locales/ja.json")
            #expect(catalogue["language"] == "ja")
            #expect(catalogue["messages.Order"] == "注文")
            let unknown = try await bench.get("/locales/fr.json")
            #expect(unknown.status == 404)
        }
    }

    @Test(
        arguments: [
            ("Shared/index.html", nil, WebFilesError.missing("Shared/index.html")),
            ("Shared/not-found.html", nil, .missing("Shared/not-found.html")),
            ("Cafes/order.html", [0xFF], .notText("Cafes/order.html")),
            ("Cafes/order.html", Array("{{Order".utf8), .template(file: "Cafes/order.html", mark: "{{Order")),
            (
                "Cafes/order.html", Array("{{#nonsense}}".utf8),
                .template(file: "Cafes/order.html", mark: "{{#nonsense}}")
            ),
            ("Cafes/order.html", Array("{{}}".utf8), .template(file: "Cafes/order.html", mark: "{{}}")),
            (
                "Cafes/order.html", Array("{{#demo}}".utf8),
                .template(file: "Cafes/order.html", mark: "{{#demo}}")
            ),
            (
                "Cafes/order.html", Array("{{/demo}}".utf8),
                .template(file: "Cafes/order.html", mark: "{{/demo}}")
            ),
            ("Cafes/run.exe", [], .unknownKind("Cafes/run.exe")),
            ("locales/ja.po", [0xFF], .notText("locales/ja.po")),
        ] as [(String, [UInt8]?, WebFilesError)])
    func `files that do not fit are named when the server starts`(
        path: String, bytes: [UInt8]?, error: WebFilesError
    ) throws {
        var files = WebFiles.sampleFiles
        files[path] = bytes
        #expect(throws: error) { try PageRoutes(WebFiles(files), isDemo: true) }
    }

    @Test func `W135 texts that no catalogue of the chain has are counted`() throws {
        var files = WebFiles.sampleFiles
        func catalogue(_ language: String, _ texts: [(String, String)]) -> [UInt8] {
            let header = "msgid \"\"\nmsgstr \"Language: \(language)\\n\"\n\n"
            let entries = texts.map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }
            return Array((header + entries.joined(separator: "\n")).utf8)
        }
        let english = ["Fish & chips", "Order", "Demo", "Not here"].map { ($0, $0) }
        files["locales/en.po"] = catalogue("en", english)
        files["locales/es.po"] = catalogue("es", [("Order", "Pedir"), ("Demo", "Prueba")])
        files["locales/es-UY.po"] = catalogue("es-UY", [("Demo", "Demostración")])
        let routes = try PageRoutes(WebFiles(files), isDemo: true)
        #expect(routes.untranslated.map { "\($0.language) \($0.count)" } == ["es 2", "es-UY 2"])
    }

    @Test func `without a catalogue, or with a broken one, the server does not start`() {
        let none = WebFiles.sampleFiles.filter { !$0.key.hasPrefix("locales/") }
        #expect(throws: WebFilesError.missing("locales/en.po")) {
            try PageRoutes(WebFiles(none), isDemo: true)
        }
        var broken = WebFiles.sampleFiles
        broken["locales/ja.po"] = Array("msgid nonsense".utf8)
        #expect(throws: WebFilesError.self) { try PageRoutes(WebFiles(broken), isDemo: true) }
    }
}
