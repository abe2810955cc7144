import JSON

/// The modules of a page in one file.
///
/// Each module becomes a block, so that its names stay its own, in the order in which a browser would run them. What a block exports it
/// puts into one object, from which the blocks behind it take what they import. A name that two modules export has a number
/// there. A source map leads from each line to the file and line it comes from.
///
/// ```js
/// const $={};
/// {
/// const t = message => …
/// Object.assign($,{t});}
/// {const {t}=$;
/// …
/// }
/// ```
///
/// Raise ``generation`` when the same modules give another file, because browsers keep files by the version of their sources.
struct JoinedScript: Sendable {
    static let generation: UInt8 = 1

    /// The paths of the modules in the order in which they run.
    let paths: [String]
    private(set) var bytes: [UInt8] = []
    /// For each line of the file the module and its line, both counted from 0; `nil` for a line that joins.
    private(set) var origins: [(module: Int, line: Int)?] = []

    /// Joins modules.
    ///
    /// - Parameters:
    ///   - entries: The paths of those that the page names.
    ///   - graph: All modules.
    ///   - mapName: The name of the source map beside the file.
    init(_ entries: [String], in graph: ModuleGraph, mapName: String) {
        let modules = graph.modules(from: entries)
        paths = modules.map(\.path)
        let keys = Self.keys(of: modules)
        add("const $={};", from: nil)
        for (number, module) in modules.enumerated() {
            add("{" + Self.taking(module, keys), from: nil)
            for line in module.lines {
                guard case .code(let code) = line.statement else { continue }
                add(code, from: (module: number, line: line.number))
            }
            let exports = module.exports.map { Self.pair(keys[module.path]?[$0] ?? $0, $0) }
            add(exports.isEmpty ? "}" : "Object.assign($,{\(exports.joined(separator: ","))});}", from: nil)
        }
        add("//# sourceMappingURL=\(mapName)", from: nil)
    }

    /// By the path of a module and the name of an export, how the common object calls it.
    private static func keys(of modules: [PageModule]) -> [String: [String: String]] {
        var keys: [String: [String: String]] = [:]
        var used: Set<String> = []
        for (number, module) in modules.enumerated() {
            for name in module.exports {
                keys[module.path, default: [:]][name] =
                    used.insert(name).inserted ? name : "\(name)$\(number)"
            }
        }
        return keys
    }

    /// The line that takes what a module imports.
    private static func taking(_ module: PageModule, _ keys: [String: [String: String]]) -> String {
        var names: [String] = []
        var namespaces = ""
        for line in module.lines {
            switch line.statement {
            case .code: continue
            case .names(let taken, let path):
                names += taken.map { pair(keys[path]?[$0.name] ?? $0.name, $0.alias) }
            case .namespace(let name, let path):
                let exports = (keys[path] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key):$.\($0.value)" }
                namespaces += "const \(name)={\(exports.joined(separator: ","))};"
            }
        }
        return (names.isEmpty ? "" : "const {\(names.joined(separator: ","))}=$;") + namespaces
    }

    private static func pair(_ key: String, _ value: String) -> String {
        key == value ? key : "\(key):\(value)"
    }

    private mutating func add(_ line: String, from origin: (module: Int, line: Int)?) {
        bytes += line.utf8
        bytes.append(UInt8(ascii: "\n"))
        origins.append(origin)
    }

    // MARK: - Source map

    /// The source map (ECMA-426), which leads to the files beside the folder of the joined ones.
    var sourceMap: [UInt8] {
        var json = JSONWriter(capacity: 65_536)
        json.object { json in
            json.member("version", 3)
            json.member("sources") { json in
                json.array { json in
                    for path in paths { json.string("../\(path)") }
                }
            }
            json.member("names") { $0.array { _ in } }
            json.member("mappings", mappings)
        }
        return json.bytes
    }

    /// A segment for each line: it begins in column 0, in a source, a line and a column.
    ///
    /// All but the first number are differences.
    private var mappings: String {
        var text = ""
        var last = (module: 0, line: 0)
        for origin in origins {
            if let origin {
                text +=
                    "A" + Self.encoded(origin.module - last.module) + Self.encoded(origin.line - last.line)
                    + "A"
                last = origin
            }
            text += ";"
        }
        return text
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// A number in Base64 VLQ: five bits a digit, the lowest first; the lowest bit of all is the sign.
    private static func encoded(_ number: Int) -> String {
        var rest = number < 0 ? -number << 1 | 1 : number << 1
        var text = ""
        repeat {
            let five = rest & 31
            rest >>= 5
            text.append(digits[rest == 0 ? five : five | 32])
        } while rest > 0
        return text
    }
}
