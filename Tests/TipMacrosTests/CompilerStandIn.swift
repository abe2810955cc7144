import Foundation

/// Asks the macros' program as the compiler does: a message of JSON after its length in eight bytes, the lowest first.
struct CompilerStandIn {
    /// What the program made of a macro.
    struct Expansion {
        let source: String
        let refusals: [MacroError]
    }

    /// An error, and how far into the source it stands.
    struct MacroError: Equatable {
        let sentence: String
        let offset: Int
    }

    /// What the compiler says first; the number is that of the protocol, and decides on the form of the answers.
    static let greeting: [String: any Sendable] = ["getCapability": ["capability": ["protocolVersion": 7]]]

    /// The names of the two roles of `@Parameter`.
    enum Role: String {
        case peer
        case accessor
    }

    /// Writes out `#Rule`, by the implementation that the declaration of the macro names.
    func expandRule(_ source: String, type: String = "RuleMacro") throws -> Expansion {
        try expansion(
            of: [
                "expandFreestandingMacro": [
                    "macro": macro("Rule", type), "macroRole": "expression", "discriminator": "$s4test",
                    "syntax": syntax("expression", source, at: 0), "lexicalContext": [Any](),
                ]
            ])
    }

    /// Writes out `@Parameter` in one of its roles; the context has the headers of what the declaration lies in, the
    /// innermost first.
    func expandParameter(_ source: String, in context: [String], as role: Role) throws -> Expansion {
        let place = source.firstRange(of: #/@Parameter(\([^)]*\))?/#) ?? source.startIndex..<source.startIndex
        let attribute = syntax("attribute", String(source[place]), at: source[..<place.lowerBound].utf8.count)
        return try expansion(
            of: [
                "expandAttachedMacro": [
                    "macro": macro("Parameter", "ParameterMacro"), "macroRole": role.rawValue,
                    "discriminator": "$s4test", "attributeSyntax": attribute,
                    "declSyntax": syntax("declaration", source, at: 0),
                    "lexicalContext": context.map { syntax("declaration", "\($0) {\n}", at: 100_000) },
                ]
            ])
    }

    private func macro(_ name: String, _ type: String) -> [String: Any] {
        ["moduleName": "TipMacroPlugin", "typeName": type, "name": name]
    }

    private func syntax(_ kind: String, _ source: String, at offset: Int) -> [String: Any] {
        let location: [String: Any] = [
            "fileID": "Test/Tip.swift", "fileName": "Tip.swift", "offset": offset, "line": 1, "column": 1,
        ]
        return ["kind": kind, "source": source, "location": location]
    }

    private func expansion(of message: [String: Any]) throws -> Expansion {
        let answers = try answers(to: [Self.greeting, message])
        guard let answer = answers.last?["expandMacroResult"] as? [String: Any] else { throw NoAnswer() }
        let diagnostics = answer["diagnostics"] as? [[String: Any]] ?? []
        return Expansion(
            source: answer["expandedSource"] as? String ?? "",
            refusals: diagnostics.map { diagnostic in
                let position = diagnostic["position"] as? [String: Any]
                return MacroError(
                    sentence: diagnostic["message"] as? String ?? "",
                    offset: position?["offset"] as? Int ?? -1)
            })
    }

    /// Starts the program, sends the messages, closes its input, and returns its answers.
    ///
    /// - Throws: ``NoAnswer`` when the program does not end in order.
    func answers(to messages: [[String: Any]]) throws -> [[String: Any]] {
        // The build puts the program beside the tests.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = Process()
        program.executableURL = tests.deletingLastPathComponent().appending(path: "TipMacroPlugin-tool")
        let (input, output) = (Pipe(), Pipe())
        program.standardInput = input
        program.standardOutput = output
        try program.run()
        for message in messages {
            let body = try JSONSerialization.data(withJSONObject: message)
            let length = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) }
            try input.fileHandleForWriting.write(contentsOf: length + body)
        }
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw NoAnswer() }
        return try Self.messages(in: Array(bytes))
    }

    private static func messages(in bytes: [UInt8]) throws -> [[String: Any]] {
        var rest = bytes[...]
        var messages: [[String: Any]] = []
        while !rest.isEmpty {
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            let value = try JSONSerialization.jsonObject(with: Data(rest.dropFirst(8).prefix(length)))
            guard let message = value as? [String: Any] else { throw NoAnswer() }
            messages.append(message)
            rest = rest.dropFirst(8 + length)
        }
        return messages
    }

    /// The program ended otherwise than expected, or answered something else.
    struct NoAnswer: Error {}
}
