import CommandLineArguments
import Cryptography
import Foundation
import JSON
import Processes
import WorkplaceClient

/// Who uses the terminal: a name of the demo, or the person who paired it with `vicinity sign-in`.
struct TerminalIdentity: Sendable {
    /// The person's identifier.
    let person: String
    /// The token of the paired terminal; `nil` in the demo.
    private let token: String?

    /// Finds out who uses the terminal.
    ///
    /// - Throws: ``CommandFailure`` when nothing says it.
    init(_ arguments: ParsedArguments) throws {
        guard let identity = try Self.known(to: arguments) else {
            throw CommandFailure(
                "Nothing says who you are: run vicinity sign-in once, or name yourself with --as in the demo.",
                exitCode: 2)
        }
        self = identity
    }

    private init(person: String, token: String?) {
        self.person = person
        self.token = token
    }

    /// Who uses the terminal, if anything says it.
    static func known(to arguments: ParsedArguments) throws -> TerminalIdentity? {
        if let person = arguments[SharedOptions.person] {
            return TerminalIdentity(person: person, token: nil)
        }
        guard let kept = try KeptSession.read(server: try arguments.text(SharedOptions.server)) else {
            return nil
        }
        return TerminalIdentity(person: kept.person, token: kept.token)
    }

    /// Signs a client in.
    func signIn(_ client: inout APIClient) async throws {
        guard let token else { return try await client.signIn(as: person) }
        client.signIn(token: token)
        do { _ = try await client.personSignedIn() } catch let problem as APIProblem
            where problem.code == "sign-in-required"
        {
            throw CommandFailure("Your sign-in on this terminal has ended. Run vicinity sign-in again.")
        }
    }
}

/// The session of a paired terminal, in a file that only its owner may read.
struct KeptSession {
    let person: String
    let token: String

    /// Reads the session with a server; `nil` when there is none.
    static func read(server: String) throws -> KeptSession? {
        // Where a person has no folder, nothing can have been stored.
        let path: String
        do { path = try Self.path(of: server) } catch { return nil }
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        do {
            return try JSONValue(parsing: Array(bytes)).read { reader in
                guard let person = reader["person"].string(), let token = reader["token"].string() else {
                    return nil
                }
                return KeptSession(person: person, token: token)
            }
        } catch {
            throw CommandFailure("The file of your sign-in cannot be read. Run vicinity sign-in again.")
        }
    }

    /// Stores the session with a server.
    func write(server: String) throws {
        let path = try Self.path(of: server)
        var json = JSONWriter()
        json.object { json in
            json.member("server", server)
            json.member("person", person)
            json.member("token", token)
        }
        do throws(StateFolder.Failure) {
            try StateFolder.make((path as NSString).deletingLastPathComponent)
            try PrivateFile.write(json.bytes, to: path)
        } catch {
            throw CommandFailure("Your sign-in cannot be stored in \(error.path): \(error.reason).")
        }
    }

    /// Removes the session with a server.
    static func remove(server: String) throws {
        let path = try path(of: server)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do { try FileManager.default.removeItem(atPath: path) } catch {
            throw CommandFailure("The file \(path) cannot be removed.")
        }
    }

    private static func path(of server: String) throws -> String {
        let name = Hexadecimal.encode(SHA256.digest(of: server.utf8).prefix(8))
        do throws(StateFolder.Failure) {
            return try StateFolder.base() + "/vicinity/sessions/\(name).json"
        } catch {
            throw CommandFailure("Your sign-in has no folder: \(error.reason).")
        }
    }
}
