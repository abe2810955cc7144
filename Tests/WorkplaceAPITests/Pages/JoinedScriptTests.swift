import JSON
import Testing

@testable import WorkplaceAPI

struct JoinedScriptTests {
    private static let files = [
        (path: "Shared/dom.js", text: "// Elements.\nexport const h = name => name\nconst load = 1\n"),
        (
            path: "Cafes/menu.js",
            text: "import { h } from \"../Shared/dom.js\"\nexport function load() { return h(1) }"
        ),
        (path: "Tips/tips.js", text: "export const load = () => 2"),
        (
            path: "Cafes/page.js",
            text: """
            import { load } from "./menu.js"
            import { load as loadTips } from "../Tips/tips.js"
            import * as tips from "../Tips/tips.js"
            load(loadTips, tips)
            """
        ),
    ]

    /// Raise `JoinedScript.generation` when this changes: browsers keep joined files by the version of their sources.
    @Test func `modules become blocks in the order in which a browser runs them`() throws {
        let script = JoinedScript(["Cafes/page.js"], in: try ModuleGraph(Self.files), mapName: "page.js.map")
        #expect(script.paths == ["Shared/dom.js", "Cafes/menu.js", "Tips/tips.js", "Cafes/page.js"])
        #expect(
            String(decoding: script.bytes, as: UTF8.self) == """
                const $={};
                {
                const h = name => name
                const load = 1
                Object.assign($,{h});}
                {const {h}=$;
                function load() { return h(1) }
                Object.assign($,{load});}
                {
                const load = () => 2
                Object.assign($,{load$2:load});}
                {const {load,load$2:loadTips}=$;const tips={load:$.load$2};
                load(loadTips, tips)
                }
                //# sourceMappingURL=page.js.map

                """)
        #expect(JoinedScript.generation == 1)
    }

    @Test func `the source map leads from each line to its file and line`() throws {
        let script = JoinedScript(["Cafes/page.js"], in: try ModuleGraph(Self.files), mapName: "page.js.map")
        let map = try JSONValue(parsing: script.sourceMap)
        #expect(map["version"] == 3)
        #expect(map["sources"] == .array(script.paths.map { .string("../\($0)") }))
        // Made by hand from the lines above: a segment is column 0, and the differences of source, line and column.
        #expect(map["mappings"] == ";;AACA;AACA;;;ACDA;;;ACDA;;;ACGA;;;")
    }

    @Test(
        arguments: [
            (["import { a } from \"./b.js\""], "there is no Cafes/b.js"),
            (["import { a } from \"./1.js\"", "export const b = 1"], "Cafes/1.js exports no a"),
            (
                [
                    "import { b } from \"./1.js\"\nexport const a = 1",
                    "import { a } from \"./0.js\"\nexport const b = 1",
                ],
                "Cafes/0.js loads this module"
            ),
        ] as [([String], String)])
    func `modules that do not fit together are refused`(texts: [String], reason: String) {
        let files = texts.enumerated().map { (path: "Cafes/\($0.offset).js", text: $0.element) }
        do throws(WebFilesError) {
            _ = try ModuleGraph(files)
            Issue.record("They were read.")
        } catch {
            guard case .module(file: _, line: 1, reason: reason) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func `style sheets are joined in their order, each once, without comments`() throws {
        let sheets = try StyleSheets([
            (
                path: "Shared/styles/all.css",
                text: "/* All. */\n@import url(\"base.css\");\n@import url(\"../../Tips/tip.css\");\n"
            ),
            (
                path: "Shared/styles/base.css",
                text: "@layer base { /*/ a * b */\n  p::before { content: \"/* no */\" } }\n"
            ),
            (path: "Tips/tip.css", text: ".tip {\n}\n"), (path: "Cafes/menu.css", text: ".menu {}"),
        ])
        #expect(
            String(
                decoding: sheets.joined(["Shared/styles/all.css", "Tips/tip.css", "Cafes/menu.css"]),
                as: UTF8.self)
                == "@layer base { \np::before { content: \"/* no */\" } }\n.tip {\n}\n.menu {}\n")
    }

    @Test(arguments: ["p { background: url(a.png) }", "@import \"a.css\";", "@import url(\"a.css\") print;"])
    func `a style sheet with another address is refused`(text: String) {
        #expect(throws: WebFilesError.styleSheet(file: "a.css", rule: text)) {
            try PageStyleSheet(text, path: "a.css")
        }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}
