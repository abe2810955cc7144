import Testing

@testable import vicinity

struct ProcessStatusTests {
    private static let own =
        "42 (a) b ) S 1 42 42 0 -1 4194560 9 0 0 0 150 50 0 0 20 0 9 0 12345 895410176 25063 18446744073709551615"
    private static let system = "cpu  1 2 3\nbtime 1795800000\nprocesses 7\n"

    @Test func `the fields are found after a name that contains anything`() throws {
        let status = try #require(
            ProcessStatus(own: Self.own, system: Self.system, ticksPerSecond: 100, pageBytes: 4_096))
        #expect(status.processorSeconds == 2)
        #expect(status.startTime == 1_795_800_123.45)
        #expect(status.virtualBytes == 895_410_176)
        #expect(status.residentBytes == 25_063 * 4_096)
    }

    @Test(arguments: ["", "42", "42 (a) S 1", "42 (a) S 1 2 3 4 5 6 7 8 9 10 x"])
    func `anything else gives no status`(own: String) {
        #expect(
            ProcessStatus(own: own, system: Self.system, ticksPerSecond: 100, pageBytes: 4_096) == nil)
    }

    @Test func `this process has a status`() throws {
        let status = try #require(ProcessStatus())
        #expect(status.residentBytes > 0 && status.startTime > 1_700_000_000)
    }
}
