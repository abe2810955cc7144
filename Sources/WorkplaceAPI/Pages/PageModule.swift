/// One ES module of the pages, read line by line, so that it can be joined with others.
///
/// It knows the forms that our modules use, each on one line without indentation: `import { a, b as c } from "./x.js"`,
/// `import * as x from "./x.js"`, `import "./x.js"`, and `export` before `const`, `class`, `function` or `async function`. Any
/// other form is an error when the server starts, so that no page can differ from its sources.
///
/// Comments and indentation stay out. A module that has a text over several lines, or a comment between `/*` and `*/`, is kept as it
/// is written.
struct PageModule: Sendable {
    /// A name that a module takes from another: `name as alias`.
    struct Name: Hashable, Sendable {
        var name: String
        var alias: String
    }

    enum Statement: Hashable, Sendable {
        case code(String)
        /// `import { … } from`, or `import` alone without names.
        case names([Name], from: String)
        /// `import * as … from`.
        case namespace(String, from: String)
    }

    struct Line: Hashable, Sendable {
        /// Counted from 0.
        var number: Int
        var statement: Statement
    }

    /// The path within the folder `Web`.
    let path: String
    private(set) var lines: [Line] = []
    /// The names that other modules may take.
    private(set) var exports: [String] = []
    /// The paths of the modules that this one loads, in the order of its lines.
    private(set) var imports: [String] = []

    /// Reads a module.
    ///
    /// - Throws: ``WebFilesError/module(file:line:reason:)`` for the first line with a form that is not known.
    init(_ text: String, path: String) throws(WebFilesError) {
        self.path = path
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(WebFilesError) in
            let (lines, isKept) = Self.lines(of: bytes)
            for number in lines.indices {
                guard let statement = try statement(lines[number], of: bytes, number: number, isKept: isKept)
                else { continue }
                self.lines.append(Line(number: number, statement: statement))
            }
        }
    }

    /// A line as it is written.
    private struct Source {
        /// Where it begins.
        var start: Int
        /// Where it ends, without the line break.
        var end: Int
        /// Whether it has `//`, which begins a comment outside texts.
        var hasSlashes = false
        /// Whether it has `t.meta`, as in `import.meta`.
        var hasMeta = false

        func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
            String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }

        func textWithoutIndentation(of bytes: UnsafeBufferPointer<UInt8>) -> String {
            var code = start
            while code < end, bytes[code] == 0x20 { code += 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[code..<end]), as: UTF8.self)
        }
    }

    /// The lines of a module, and whether a text or a comment may go on from one in the next: an odd number of backticks on a line, or
    /// an escaped one.
    ///
    /// One pass over the bytes: each start of a server reads all modules.
    private static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> (
        lines: [Source], mayHoldTextOverLines: Bool
    ) {
        var lines: [Source] = []
        var line = Source(start: 0, end: 0)
        var isOdd = false
        var isOver = false
        var last: UInt8 = 0
        func end(at index: Int) {
            line.end = index
            lines.append(line)
            line = Source(start: index + 1, end: index + 1)
            if isOdd { isOver = true }
            isOdd = false
        }
        // Not `for … in enumerated()`, which takes most of a start in a debug build.
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x0A: end(at: index)
            case 0x60:
                isOdd.toggle()
                if last == 0x5C { isOver = true }
            case 0x2F: if last == byte { line.hasSlashes = true }
            case 0x2A: if last == 0x2F { isOver = true }
            case 0x2E: if last == 0x74 { line.hasMeta = true }
            default: break
            }
            last = byte
            index += 1
        }
        end(at: bytes.count)
        return (lines, isOver)
    }

    private mutating func statement(
        _ source: Source, of bytes: UnsafeBufferPointer<UInt8>, number: Int, isKept: Bool
    ) throws(WebFilesError) -> Statement? {
        guard source.start < source.end else { return nil }
        switch bytes[source.start] {
        case UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "v"):
            return try statement(source, source.text(of: bytes), number: number, isKept: isKept)
        default:
            // Most lines cannot be an import, an export or a `var`, so their text is made only once.
            let code =
                isKept
                ? source.text(of: bytes)
                : source.hasSlashes
                    ? source.text(of: bytes).withoutIndentationAndComment
                    : source.textWithoutIndentation(of: bytes)
            if code.isEmpty { return nil }
            return .code(source.hasMeta ? located(code) : code)
        }
    }

    private mutating func statement(
        _ source: Source, _ line: String, number: Int, isKept: Bool
    ) throws(WebFilesError) -> Statement? {
        if line.hasPrefix("import ") {
            guard let statement = importStatement(line) else {
                throw failure(number, "this import is not known")
            }
            return statement
        }
        if line.hasPrefix("var ") { throw failure(number, "var would reach into other modules") }
        var code = isKept || !source.hasSlashes ? line : line.withoutIndentationAndComment
        if line.hasPrefix("export ") {
            if code == "export {}" || code == "export {};" { return nil }
            guard let name = Self.exportedName(line) else {
                throw failure(number, "this export is not known")
            }
            exports.append(name)
            code.removeFirst("export ".count)
        }
        if code.isEmpty { return nil }
        return .code(source.hasMeta ? located(code) : code)
    }

    private func failure(_ number: Int, _ reason: String) -> WebFilesError {
        .module(file: path, line: number + 1, reason: reason)
    }

    // MARK: - Imports and exports

    private mutating func importStatement(_ line: String) -> Statement? {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].isEmpty || parts[2] == ";",
            let path = String(parts[1]).resolved(from: self.path)
        else { return nil }
        imports.append(path)
        let head = parts[0].split(separator: " ")
        if head == ["import"] { return .names([], from: path) }
        guard head.first == "import", head.last == "from", head.count >= 4 else { return nil }
        if head.count == 5, head[1] == "*", head[2] == "as" { return .namespace(String(head[3]), from: path) }
        guard head[1] == "{", head[head.count - 2] == "}" else { return nil }
        let names = head[2..<(head.count - 2)].joined(separator: " ").split(separator: ",").map(Self.name)
        guard !names.contains(nil) else { return nil }
        return .names(names.compactMap(\.self), from: path)
    }

    private static func name(_ text: Substring) -> Name? {
        let words = text.split(separator: " ").map(String.init)
        switch words.count {
        case 1: return Name(name: words[0], alias: words[0])
        case 3 where words[1] == "as": return Name(name: words[0], alias: words[2])
        default: return nil
        }
    }

    private static func exportedName(_ line: String) -> String? {
        var words = line.split(separator: " ", maxSplits: 4)[...]
        guard words.popFirst() == "export" else { return nil }
        if words.first == "async" { words.removeFirst() }
        guard let kind = words.popFirst(), ["const", "class", "function"].contains(kind),
            let rest = words.first
        else { return nil }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        return name.isEmpty ? nil : String(name)
    }

    /// The line with the module's own address where it asks for one: joined, it has the address of the whole.
    private func located(_ code: String) -> String {
        code.replacing("import.meta.url", with: "new URL(\"../\(path)\", import.meta.url)")
    }
}

extension String {
    /// The path that a relative address leads to; `nil` for any other address.
    func resolved(from path: String) -> String? {
        guard hasPrefix("./") || hasPrefix("../") else { return nil }
        var folders = path.split(separator: "/").dropLast()
        for part in split(separator: "/") {
            switch part {
            case ".": continue
            case "..": guard folders.popLast() != nil else { return nil }
            default: folders.append(part)
            }
        }
        return folders.joined(separator: "/")
    }

    /// A line of code without its indentation, and without a comment that is surely one: alone on the line, or behind code that has
    /// neither a text nor a regular expression.
    fileprivate var withoutIndentationAndComment: String {
        let code = utf8.drop { $0 == UInt8(ascii: " ") }
        var last: UInt8 = 0
        for index in code.indices {
            let byte = code[index]
            switch byte {
            case UInt8(ascii: "/") where last == UInt8(ascii: "/"):
                let rest = code[..<code.index(before: index)]
                return String(Substring(rest)).withoutTrailingBlanks
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return String(Substring(code))
            default:
                // A slash that no second one follows is a division or begins a regular expression.
                if last == UInt8(ascii: "/") { return String(Substring(code)) }
            }
            last = byte
        }
        return String(Substring(code))
    }

    private var withoutTrailingBlanks: String {
        guard let end = utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
        return String(self[...end])
    }
}
