/// All style sheets of the pages.
struct StyleSheets: Sendable {
    private let sheets: [String: PageStyleSheet]

    /// Reads all style sheets.
    ///
    /// - Throws: ``WebFilesError`` for a sheet that cannot be read, or imports one that is missing.
    init(_ files: [(path: String, text: String)]) throws(WebFilesError) {
        var sheets: [String: PageStyleSheet] = [:]
        for (path, text) in files { sheets[path] = try PageStyleSheet(text, path: path) }
        for sheet in sheets.values {
            for case .imported(let path) in sheet.lines where sheets[path] == nil { throw .missing(path) }
        }
        self.sheets = sheets
    }

    subscript(path: String) -> PageStyleSheet? { sheets[path] }

    /// The style sheets of a page in one file, in their order, each where it is first named.
    func joined(_ entries: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        var seen: Set<String> = []
        func add(_ path: String) {
            guard seen.insert(path).inserted, let sheet = sheets[path] else { return }
            for line in sheet.lines {
                switch line {
                case .imported(let path): add(path)
                case .rule(let rule):
                    bytes += rule.utf8
                    bytes.append(UInt8(ascii: "\n"))
                }
            }
        }
        entries.forEach(add)
        return bytes
    }
}
