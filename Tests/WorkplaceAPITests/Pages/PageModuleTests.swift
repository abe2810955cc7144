import Testing

@testable import WorkplaceAPI

struct PageModuleTests {
    private func code(_ text: String) throws -> [String] {
        try PageModule(text, path: "Cafes/menu.js").lines.compactMap { line in
            if case .code(let code) = line.statement { "\(line.number) \(code)" } else { nil }
        }
    }

    @Test func `imports and exports are read`() throws {
        let module = try PageModule(
            """
            import { h, render as draw } from "../Shared/dom.js"
            import * as money from "./models/money.js";
            import "./item.js"
            export const PRICE = 3
            export async function load() {}
            export class Menu extends HTMLElement {}
            """, path: "Cafes/menu.js")
        #expect(module.imports == ["Shared/dom.js", "Cafes/models/money.js", "Cafes/item.js"])
        #expect(module.exports == ["PRICE", "load", "Menu"])
        #expect(
            module.lines.prefix(3).map(\.statement) == [
                .names(
                    [.init(name: "h", alias: "h"), .init(name: "render", alias: "draw")],
                    from: "Shared/dom.js"),
                .namespace("money", from: "Cafes/models/money.js"), .names([], from: "Cafes/item.js"),
            ])
    }

    @Test func `comments, empty lines and indentation stay out, and each line keeps its number`() throws {
        let text = """
            // What it is.

            const a = 1 // metres
              // Why.
              const b = "// no comment" // a comment behind a text stays
              const c = /[//]/ // and so does one behind a regular expression
            """
        #expect(
            try code(text) == [
                "2 const a = 1", #"4 const b = "// no comment" // a comment behind a text stays"#,
                "5 const c = /[//]/ // and so does one behind a regular expression",
            ])
    }

    @Test(arguments: ["const a = `one\n  // two\n`", "/* one\n  // two\n*/", "const a = `\\`\n  // two\n`"])
    func `a module with a text over several lines is kept as it is`(text: String) throws {
        let lines = text.split(separator: "\n").enumerated().map { "\($0.offset) \($0.element)" }
        #expect(try code(text) == lines)
    }

    @Test func `a module that asks for its address gets that of its own file`() throws {
        #expect(
            try code("const core = new URL(\"../core/a.wasm\", import.meta.url)") == [
                #"0 const core = new URL("../core/a.wasm", new URL("../Cafes/menu.js", import.meta.url))"#
            ])
    }

    @Test(arguments: [
        "import menu from \"./a.js\"", "import { a } from './a.js'", "import {", "import { a } from \"a.js\"",
        "export default 1", "export { a }", "export * from \"./a.js\"", "export let a = 1",
        "import { a } from \"../../a.js\"", "var a = 1",
    ])
    func `a form that cannot be joined is refused with its line`(line: String) {
        do throws(WebFilesError) {
            _ = try PageModule("// first\n\(line)", path: "Cafes/menu.js")
            Issue.record("It was read.")
        } catch {
            guard case .module(file: "Cafes/menu.js", line: 2, reason: _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}
