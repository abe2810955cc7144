import Foundation
import JSON
import Processes
import WorkplaceClient

/// The spots that a server told last, as a file beside the monitor, so that a start without a network knows them.
struct SpotMemory: Sendable {
    /// The file.
    let path: String
    /// The server's address; another server has other spots.
    let server: String

    /// The server's last answer; `nil` before the first, and when the file is damaged.
    var answer: JSONValue? {
        guard let data = FileManager.default.contents(atPath: path),
            let document = try? JSONValue(parsing: Array(data)),
            let read = try? document.reading({ Content($0) }), read.server == server
        else { return nil }
        return read.answer
    }

    private struct Content {
        let server: String
        let answer: JSONValue

        init?(_ reader: JSONReader) {
            let server = reader["server"].string()
            let answer = reader["answer"].text(
                as: { try? JSONValue(parsing: Array($0.utf8)) }, "must be JSON")
            guard let server, let answer else { return nil }
            self.server = server
            self.answer = answer
        }
    }

    /// Remembers an answer; a failure is reported, and changes nothing now.
    func keep(_ answer: JSONValue) {
        let document: JSONObject = [
            "server": .string(server), "answer": .string(String(decoding: answer.bytes, as: UTF8.self)),
        ]
        do { try PrivateFile.write(JSONValue.object(document).bytes, to: path) } catch {
            Terminal.error("The spots of the server could not be kept: \(error)")
        }
    }
}
