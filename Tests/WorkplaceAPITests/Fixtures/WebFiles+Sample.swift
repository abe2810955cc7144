@testable import WorkplaceAPI

extension WebFiles {
    /// Three pages in two languages, a script and a style sheet.
    static let sample = WebFiles(sampleFiles)

    static let sampleFiles: [String: [UInt8]] = [
        "Shared/index.html": Array(
            """
            <!doctype html><html lang="{{#language}}" dir="{{#direction}}"><title>{{Fish & chips}}</title>
            {{#demo}}<p>{{Demo}}</p>{{/demo}}</html>
            """.utf8),
        "Cafes/order.html": Array(
            "<!doctype html><title>{{Order}}</title><script nonce=\"{{#nonce}}\"></script>".utf8),
        "Shared/not-found.html": Array(
            #"<!doctype html><html lang="{{#language}}"><title>{{Not here}}</title></html>"#.utf8),
        "Cafes/order-page.js": Array("export {};".utf8), "Shared/styles/base.css": Array("p {}".utf8),
        "Cafes/models/basket.test.js": Array("export {};".utf8),
        "Cafes/models/basket.test-support.js": Array("export {};".utf8),
        "images/favicon.svg": Array("<svg/>".utf8),
        "Notices/service-worker.js": Array("self;".utf8),
        "Notices/manifest.webmanifest": Array("{}".utf8),
        "locales/en.po": Array(catalogue("en", plural: "nplurals=2; plural=(n != 1);", []).utf8),
        "locales/ja.po": Array(
            catalogue(
                "ja", plural: "nplurals=1; plural=0;",
                [("Fish & chips", "魚 <と> 芋"), ("Order", "注文"), ("Demo", "デモ"), ("Not here", "ここにはない")]
            ).utf8),
    ]

    private static func catalogue(_ language: String, plural: String, _ texts: [(String, String)]) -> String {
        let entries = texts.map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined(separator: "\n")
        return """
            msgid ""
            msgstr ""
            "Language: \(language)\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: \(plural)\\n"

            \(entries)
            """
    }
}
