import Foundation
import TestSupport
import Testing

@testable import Workplace

@testable import vicinity

@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
    private static let demoCampus = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/demo-campus.json").path

    private func withInstallation(at path: String, _ body: (Installation) async throws -> Void) async throws {
        let installation = try await Installation.open(.sqlite(path))
        do { try await body(installation) } catch {
            await installation.close()
            throw error
        }
        await installation.close()
    }

    @Test(arguments: [false, true])
    func `an import of another process is taken up, whatever the server writes itself meanwhile`(
        writesMeanwhile: Bool
    ) async throws {
        try await withTemporaryFolder { folder in
            try await withInstallation(at: folder + "/vicinity.db") { serving in
                try await serving.begin(campus: NamedFile(Self.demoCampus))
                try await withInstallation(at: folder + "/vicinity.db") { importing in
                    try await importing.importCampus(NamedFile(Self.demoCampus))
                }
                if writesMeanwhile { try await serving.store.write { _ in } }
                try await Server.takeUpForeignChanges(serving)
                #expect(serving.services.campuses.revision == 2)
            }
        }
    }

    @Test func `a server that sends no more says why`() {
        let report = Server.dutyReport
        #expect(report(true, .present, false).hasPrefix("This server sends notices"))
        #expect(report(false, .present, false) == "Another server sends from now on.")
        #expect(report(false, .away, false) == "This server sends nothing until the database answers.")
        #expect(
            report(false, .present, true) == "This server sends nothing more, because it is about to stop.")
    }

    @Test func `a database without a campus is reported with a remedy, and one with a campus is not`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/vicinity.db"
            try await withInstallation(at: path) { installation in
                try await installation.begin(campus: nil)
                let lack = try #require(ServeCommand.lack(of: installation, .sqlite(path)))
                #expect(lack.hasPrefix("The database \(path) has no campus yet, so nobody can sign in."))
                #expect(lack.contains("vicinity import FILE --database sqlite:\(path)."))
                try await installation.importCampus(NamedFile(Self.demoCampus))
                #expect(ServeCommand.lack(of: installation, .sqlite(path)) == nil)
            }
        }
    }
}
