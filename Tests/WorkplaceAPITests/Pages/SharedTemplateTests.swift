import Essentials
import Testing

@testable import WorkplaceAPI

struct SharedTemplateTests {
    private static let english = """
        msgid ""
        msgstr ""
        "Language: en\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"
        """

    @Test(arguments: [(true, "<p>Demo</p>Menu &amp; more"), (false, "<p></p>Menu &amp; more")])
    func `a shared template stands where a page names it`(isDemo: Bool, page: String) throws {
        let header = try PageTemplate("<p>{{#demo}}{{Demo}}{{/demo}}</p>", file: "Shared/parts/header.html")
        let template = try PageTemplate(
            "{{> header}}{{Menu & more}}", file: "Cafes/menu.html", shared: ["header": header])
        let catalogue = try MessageCatalogue(portableObject: Self.english)
        #expect(template.rendered(with: catalogue, isDemo: isDemo) == [page])
    }

    @Test func `a page that names a template that there is not is refused`() {
        #expect(throws: WebFilesError.template(file: "Cafes/menu.html", mark: "{{> footer}}")) {
            try PageTemplate("{{> footer}}", file: "Cafes/menu.html")
        }
    }
}
