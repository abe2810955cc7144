import Foundation
import JSON

/// Does what each line of standard input asks for, and prints the result or the refusal as a line of JSON.
@main struct WebDelivery {
    static func main() {
        guard CommandLine.arguments.count == 1 else {
            FileHandle.standardError.write(Data("usage: WebDelivery < LINES\n".utf8))
            exit(2)
        }
        var hasRefused = false
        while let line = readLine() {
            let answer: JSONValue
            do {
                answer = try self.answer(to: line)
            } catch {
                hasRefused = true
                answer = Refusal(error).json
            }
            FileHandle.standardOutput.write(Data(answer.bytes + [UInt8(ascii: "\n")]))
        }
        exit(hasRefused ? 1 : 0)
    }

    private static func answer(to line: String) throws -> JSONValue {
        try JSONDocumentError.read(Array(line.utf8)) { Command($0) }.answer()
    }
}
