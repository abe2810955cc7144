import Beacons
import Formats
import Foundation
import Observations
import Testing

/// Recordings of any format as one kind of source.
struct RecordedSurroundingsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/recordings").standardizedFileURL

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func observations(_ surroundings: RecordedSurroundings) async throws -> [Observation] {
        var observations: [Observation] = []
        for try await observation in surroundings { observations.append(observation) }
        return observations
    }

    @Test(arguments: ["berlin-walk.btsnoop", "berlin-day.jsonl", "berlin-arrival.gpx"])
    func `a recording gives what its reader gives, each time from the beginning`(name: String) async throws {
        let surroundings = try RecordedSurroundings(bytes(name))
        var expected: [Observation] = []
        var reader = try surroundings.reader()
        while let item = try reader.next() {
            if case .observation(let observation) = item { expected.append(observation) }
        }
        #expect(expected.count > 10)
        for _ in 0..<2 {
            let given = try await observations(surroundings)
            #expect(given == expected)
        }
    }

    @Test func `a table comes with its times and what its columns mean`() async throws {
        let text = """
            {"uuid": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3", "major": 1, "measuredPower": -59, "notHeard": 100,
             "times": {"file": "times.csv", "unit": "seconds"}, "columns": [{"name": "door", "minor": 7}]}
            """
        let map = try ColumnMap(reading: Array(text.utf8))
        let surroundings = RecordedSurroundings(
            table: Array("-60\n100\n".utf8), times: Array("5\n6\n".utf8), columns: map)
        let given = try await observations(surroundings)
        #expect(given.count(where: { if case .sighting = $0.content { true } else { false } }) == 1)
        #expect(given.last?.time == ObservationTime(microseconds: 5_000_000))
    }

    @Test(arguments: [
        ([UInt8]("hello".utf8), RecordingError.Reason.unknownFormat),
        ([UInt8]("-60,100\n".utf8), .columnsMissing),
    ])
    func `what cannot be read is refused at once`(bytes: [UInt8], reason: RecordingError.Reason) {
        let error = #expect(throws: RecordingError.self) { try RecordedSurroundings(bytes) }
        #expect(error?.reason == reason)
    }

    @Test func `a cut recording gives its beginning, then says where it is cut`() async throws {
        let whole = try bytes("berlin-walk.btsnoop")
        var iterator = try RecordedSurroundings(Array(whole.prefix(2_000))).makeAsyncIterator()
        var count = 0
        let error = await #expect(throws: RecordingError.self) {
            while try await iterator.next() != nil { count += 1 }
        }
        #expect(count > 0)
        #expect(error?.offset ?? 0 > 0)
    }
}
