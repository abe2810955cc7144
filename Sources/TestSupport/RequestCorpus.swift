import Foundation

/// A raw request of `Tests/Requests`: one that every reader takes in the same way, or one that two may take in two.
package struct RawRequest: Sendable, CustomStringConvertible {
    /// What is wrong with it, as the name of a flaw; empty when nothing is.
    package let flaw: String
    /// What it shows, in words.
    package let summary: String
    /// What is sent.
    package let bytes: [UInt8]

    package var description: String { flaw.isEmpty ? summary : "\(flaw): \(summary)" }

    /// The requests without a flaw.
    package static let plain = read("plain.txt")
    /// The requests with a flaw.
    package static let refused = read("refused.txt")

    private static func read(_ file: String) -> [RawRequest] {
        let folder = projectFolder.appending(path: "Tests/Requests")
        guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else {
            preconditionFailure("Tests/Requests/\(file) cannot be read")
        }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let parts = line.components(separatedBy: " | ")
            return RawRequest(
                flaw: parts.count == 3 ? parts[0] : "", summary: parts[parts.count - 2],
                bytes: bytes(of: parts[parts.count - 1]))
        }
    }

    /// Reads `\r`, `\n`, `\t`, `\"`, `\\` and `\xHH` as C does, and `a{9}` as nine times the letter.
    private static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                let kind = rest.removeFirst()
                if kind == "x" {
                    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
                    rest.removeFirst(2)
                } else {
                    let letters: [Character: Character] = ["r": "\r", "n": "\n", "t": "\t"]
                    bytes += String(letters[kind] ?? kind).utf8
                }
            case "{" where rest.first?.isNumber == true:
                let count = rest.prefix { $0 != "}" }
                if let last = bytes.last, let times = Int(count) {
                    bytes += [UInt8](repeating: last, count: times - 1)
                }
                rest.removeFirst(count.count + 1)
            default: bytes += String(character).utf8
            }
        }
        return bytes
    }
}
