import Foundation
import Testing

@testable import vicinity

@Suite struct GatewayPairingTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    private let pairing = GatewayPairing(server: "https://example.org", gateway: "hall", key: "secret")

    @Test func `the key is kept for its owner alone`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try pairing.write(in: folder)
        #expect(GatewayPairing.read(in: folder, server: "https://example.org") == pairing)
        #expect(GatewayPairing.read(in: folder, server: "https://example.com") == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/key.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key.json"])
    }

    @Test(arguments: ["", "{", "{\"server\":\"https://example.org\"}"])
    func `a damaged key is as none, and can be replaced`(content: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(content.utf8).write(to: URL(fileURLWithPath: folder + "/key.json"))
        #expect(GatewayPairing.read(in: folder, server: "https://example.org") == nil)
        try pairing.write(in: folder)
        #expect(GatewayPairing.read(in: folder, server: "https://example.org") == pairing)
    }
}
