import Foundation
import JSON
import Processes

/// The key that the server gave to this gateway, in a file that only its owner may read.
struct GatewayPairing: Hashable, Sendable {
    /// The server that issued the key.
    let server: String
    /// The gateway of the campus.
    let gateway: String
    /// The key.
    let key: String

    /// Reads the pairing with a server; `nil` when there is none, or one with another server, or when the file is damaged.
    static func read(in folder: String, server: String) -> GatewayPairing? {
        guard let bytes = FileManager.default.contents(atPath: path(in: folder)) else { return nil }
        let pairing: GatewayPairing
        do {
            pairing = try JSONValue(parsing: Array(bytes)).read { reader in
                guard let server = reader["server"].string(), let gateway = reader["gateway"].string(),
                    let key = reader["key"].string()
                else { return nil }
                return GatewayPairing(server: server, gateway: gateway, key: key)
            }
        } catch {
            Terminal.error(
                "The file \(path(in: folder)) with the gateway's key is damaged. Pair the gateway again.")
            return nil
        }
        return pairing.server == server ? pairing : nil
    }

    /// Stores the pairing.
    func write(in folder: String) throws {
        var json = JSONWriter()
        json.object { json in
            json.member("server", server)
            json.member("gateway", gateway)
            json.member("key", key)
        }
        let path = Self.path(in: folder)
        do throws(StateFolder.Failure) { try PrivateFile.write(json.bytes, to: path) } catch {
            throw CommandFailure("The gateway's key cannot be stored in \(error.path): \(error.reason).")
        }
    }

    /// Removes the pairing, because the server has revoked the key.
    static func remove(in folder: String) throws {
        guard unlink(path(in: folder)) == 0 || errno == ENOENT else {
            throw CommandFailure("The file \(path(in: folder)) cannot be removed.")
        }
    }

    private static func path(in folder: String) -> String { folder + "/key.json" }
}
