import CommandLineArguments
import Foundation
import Testing

/// Runs the script in bash itself: what a person would be offered.
@Suite struct BashCompletionTests {
    @Test(arguments: [
        ("vicinity ", ["serve", "order", "import", "completion", "stop", "data", "--help"]),
        ("vicinity s", ["serve", "stop"]),
        ("vicinity serve --d", ["--data", "--demo"]),
        ("vicinity serve --listen ", []),
        ("vicinity order --language ", ["en", "ja"]),
        ("vicinity order --language j", ["ja"]),
        ("vicinity completion z", ["zsh"]),
        ("vicinity data ", ["copy", "--help"]),
        ("vicinity serve --data /us", ["/usr"]),
    ])
    func `bash offers what the command takes there`(line: String, expected: [String]) throws {
        #expect(try offers(for: line) == expected)
    }

    private func offers(for line: String) throws -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
        let script = """
            \(Sample.program.completionScript(for: .bash))
            COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
            _vicinity
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["--norc", "-euc", script]
        let output = Pipe()
        bash.standardOutput = output
        try bash.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
