import TestSupport
import Testing

@testable import vicinity

struct ServerLimitsTests {
    @Test(arguments: [(4096, 2048), (2112, 2048), (2111, 2047), (1024, 960), (80, 16)])
    func `connections leave the store its descriptors`(count: Int, connections: Int) throws {
        let limit = OpenFileLimit(count: count)
        #expect(try limit.connections(wanted: 2048) == connections)
        #expect((limit.shortage(wanted: 2048) == nil) == (connections == 2048))
    }

    @Test func `a limit that is too low is reported with a remedy`() {
        #expect(
            OpenFileLimit(count: 1024).shortage(wanted: 2048)
                == "The system allows 1024 open files, so the server takes 960 connections instead of 2048. "
                + "Raise the limit to 2112 with ulimit -n or LimitNOFILE=.")
    }

    @Test func `a limit that leaves nothing for browsers is refused`() {
        #expect(throws: CommandFailure.self) { try OpenFileLimit(count: 79).connections(wanted: 2048) }
    }

    @Test func `a process without a limit serves as many as it would`() throws {
        #expect(try OpenFileLimit(count: .max).connections(wanted: 2048) == 2048)
    }

    @Test func `an address space that is too small is refused with a sentence`() throws {
        try AddressSpaceLimit.check(.max)
        try AddressSpaceLimit.check(AddressSpaceLimit.least)
        let failure = #expect(throws: CommandFailure.self) {
            try AddressSpaceLimit.check(AddressSpaceLimit.least - 1)
        }
        #expect(failure?.exitCode == 1)
        #expect(failure?.description.contains("ulimit -v") == true)
    }

    @Test func `one process at a time may serve a database, by whatever path`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/vicinity.db"
            let first = try ServingLock(database: path)
            let failure = #expect(throws: CommandFailure.self) {
                try ServingLock(database: folder + "/./vicinity.db")
            }
            #expect(
                failure?.description
                    == "Another server serves the database \(folder)/./vicinity.db already. Stop it first."
            )
            _ = try ServingLock(database: folder + "/other.db")
            first.release()
            _ = try ServingLock(database: path)
        }
    }

    @Test func `a database that cannot be opened is reported with the reason`() {
        #expect(throws: CommandFailure.self) { try ServingLock(database: "/nowhere/vicinity.db") }
    }
}
