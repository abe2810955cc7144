import Foundation
import JSON
import Processes
import WorkplaceClient

/// What a companion remembers from start to start, in a file that only its owner can read.
struct CompanionMemory: Sendable {
    /// The server's address; another server has other spots.
    let server: String
    /// The name of this device, which no other device has.
    private(set) var device: String
    /// Who is signed in; `nil` before the first sign-in.
    private(set) var person: String?
    /// The server's last answer about its spots.
    var spots: JSONValue?
    /// What was not reported yet.
    var queue = ReportQueue()
    private let path: String

    /// Reads the file in a folder; without one, or with one of another server, the device is a new one.
    ///
    /// - Throws: ``CompanionFailure/folderUnusable(_:)``.
    init(in folder: String, server: String) throws(CompanionFailure) {
        self.server = server
        path = folder + "/companion.json"
        device = Self.newDevice()
        do throws(StateFolder.Failure) { try StateFolder.make(folder) } catch {
            throw .folderUnusable("\(error.path): \(error.reason)")
        }
        guard let data = FileManager.default.contents(atPath: path),
            let document = try? JSONValue(parsing: Array(data)),
            let read = try? document.reading({ Content($0) }), read.server == server
        else { return }
        device = read.device
        person = read.person
        spots = read.spots
        queue = read.queue
    }

    private struct Content {
        let server: String
        let device: String
        let person: String?
        let spots: JSONValue?
        let queue: ReportQueue

        init?(_ reader: JSONReader) {
            let server = reader["server"].string()
            let device = reader["device"].string()
            guard let server, let device, let queue = ReportQueue(reader) else { return nil }
            self.server = server
            self.device = device
            self.queue = queue
            person = reader["person"].optional?.string()
            spots = reader["spots"].optional?.text(
                as: { try? JSONValue(parsing: Array($0.utf8)) }, "must be JSON")
        }
    }

    private static func newDevice() -> String { "companion-\(UUID().uuidString)" }

    /// Remembers who signed in; the reports of somebody else are dropped, and the device gets another name.
    mutating func belongs(to person: String) {
        if self.person != person {
            queue.removeAll()
            device = Self.newDevice()
        }
        self.person = person
    }

    /// Writes the file.
    ///
    /// - Throws: ``CompanionFailure/folderUnusable(_:)``; the earlier file is still there.
    func save() throws(CompanionFailure) {
        var json = JSONWriter()
        json.object { json in
            json.member("server", server)
            json.member("device", device)
            if let person { json.member("person", person) }
            if let spots { json.member("spots", String(decoding: spots.bytes, as: UTF8.self)) }
            queue.write(to: &json)
        }
        do throws(StateFolder.Failure) { try PrivateFile.write(json.bytes, to: path) } catch {
            throw .folderUnusable("\(error.path): \(error.reason)")
        }
    }
}
