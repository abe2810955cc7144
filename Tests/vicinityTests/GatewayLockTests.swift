import TestSupport
import Testing

@testable import vicinity

/// One gateway at a time uses a state folder.
struct GatewayLockTests {
    @Test func `a second gateway in the folder is refused until the first one ends`() async throws {
        try await withTemporaryFolder { folder in
            var first: GatewayLock? = try GatewayLock(folder: folder)
            let refusal = #expect(throws: CommandFailure.self) { _ = try GatewayLock(folder: folder) }
            #expect(refusal?.description.hasPrefix("Another gateway runs with the folder \(folder).") == true)
            #expect(first != nil)
            first = nil
            _ = try GatewayLock(folder: folder)
        }
    }

    @Test func `a folder that cannot be written is named`() {
        let folder = "/proc/none"
        let refusal = #expect(throws: CommandFailure.self) { _ = try GatewayLock(folder: folder) }
        #expect(refusal?.description.hasPrefix("The folder \(folder) cannot be used") == true)
    }
}
