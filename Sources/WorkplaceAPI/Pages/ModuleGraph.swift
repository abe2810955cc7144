/// All modules of the pages, and which of them load which.
struct ModuleGraph: Sendable {
    private let modules: [String: PageModule]

    /// Reads all modules.
    ///
    /// - Parameter files: Scripts by their path; scripts that no module imports are read too.
    /// - Throws: ``WebFilesError`` for a module that cannot be read, loads a file that is missing or no export of it, or is part of a cycle.
    init(_ files: [(path: String, text: String)]) throws(WebFilesError) {
        var modules: [String: PageModule] = [:]
        for (path, text) in files { modules[path] = try PageModule(text, path: path) }
        self.modules = modules
        var states: [String: Bool] = [:]
        for (path, _) in files { try check(path, &states) }
    }

    subscript(path: String) -> PageModule? { modules[path] }

    /// Follows the imports of a module; the state is `false` while it is followed and `true` afterwards.
    private func check(_ path: String, _ states: inout [String: Bool]) throws(WebFilesError) {
        guard states[path] == nil, let module = modules[path] else { return }
        states[path] = false
        for line in module.lines {
            let (names, source): ([String], String)
            switch line.statement {
            case .code: continue
            case .names(let taken, let path): (names, source) = (taken.map(\.name), path)
            case .namespace(_, let path): (names, source) = ([], path)
            }
            func failure(_ reason: String) -> WebFilesError {
                .module(file: path, line: line.number + 1, reason: reason)
            }
            guard let imported = modules[source] else { throw failure("there is no \(source)") }
            for name in names where !imported.exports.contains(name) {
                throw failure("\(source) exports no \(name)")
            }
            if states[source] == false { throw failure("\(source) loads this module") }
            try check(source, &states)
        }
        states[path] = true
    }

    /// The modules that some load, each behind those that it loads, as a browser runs them.
    func modules(from entries: [String]) -> [PageModule] {
        var ordered: [PageModule] = []
        var seen: Set<String> = []
        func add(_ path: String) {
            guard seen.insert(path).inserted, let module = modules[path] else { return }
            module.imports.forEach(add)
            ordered.append(module)
        }
        entries.forEach(add)
        return ordered
    }
}
