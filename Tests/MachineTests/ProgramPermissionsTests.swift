import Authorization
import Foundation
import Machine
import Observations
import Processes
import Testing

@Suite struct ProgramPermissionsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var permissions: ProgramPermissions { ProgramPermissions(at: folder + "/permissions") }

    private static let decisions = [
        AuthorizationDecision(.always, at: ObservationTime(microseconds: 5)),
        AuthorizationDecision(.whileUsing, accuracy: .reducedAccuracy, isUpgradeUsed: true),
        AuthorizationDecision(.provisionalAlways, at: ObservationTime(microseconds: 1_700_000_000_000_000)),
        AuthorizationDecision(.refused), AuthorizationDecision(.once), AuthorizationDecision(),
    ]

    @Test(arguments: decisions) func `a decision is read as it was stored`(decision: AuthorizationDecision)
        throws
    {
        defer { remove() }
        #expect(try permissions.decision(about: "/usr/bin/greeter") == AuthorizationDecision())
        try permissions.store(AuthorizationDecision(.always), about: "/usr/bin/other")
        try permissions.store(decision, about: "/home/ann/my programs/greeter")
        #expect(try permissions.decision(about: "/home/ann/my programs/greeter") == decision)
        #expect(try permissions.decision(about: "/usr/bin/other").grant == .always)
    }

    @Test func `a second decision takes the place of the first, and a forgotten program asks again`() throws {
        defer { remove() }
        try permissions.store(AuthorizationDecision(.always), about: "/usr/bin/greeter")
        try permissions.store(AuthorizationDecision(.refused), about: "/usr/bin/greeter")
        #expect(try permissions.entries().map(\.decision.grant) == [.refused])
        #expect(try permissions.forget("/usr/bin/greeter"))
        #expect(try !permissions.forget("/usr/bin/greeter"))
        #expect(try permissions.entries().isEmpty)
    }

    @Test func `a path with a line end permits no other program`() throws {
        defer { remove() }
        try permissions.store(
            AuthorizationDecision(.refused), about: "/tmp/a\nalways full 0 - /usr/bin/greeter")
        #expect(try permissions.decision(about: "/usr/bin/greeter").grant == .undecided)
    }

    @Test func `lines that make no sense are left out and kept`() throws {
        defer { remove() }
        try permissions.store(AuthorizationDecision(.always), about: "/usr/bin/greeter")
        let lines = [
            "# mine", "sometimes full 0 - /bin/a", "always full x - /bin/b", "always full 0 - bin/c",
        ]
        try OwnersFile(permissions.path).change { $0 += lines }
        #expect(try permissions.entries().map(\.program) == ["/usr/bin/greeter"])
        try permissions.store(AuthorizationDecision(.refused), about: "/usr/bin/greeter")
        #expect(try OwnersFile(permissions.path).lines().suffix(4) == lines)
    }

    @Test func `a file that others may write is not believed`() throws {
        defer { remove() }
        try permissions.store(AuthorizationDecision(.always), about: "/usr/bin/greeter")
        let attributes = try FileManager.default.attributesOfItem(atPath: permissions.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: permissions.path)
        #expect(throws: StateFolder.Failure.self) { try permissions.entries() }
    }

    // What is left lies in the folder for temporary files.
    private func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
