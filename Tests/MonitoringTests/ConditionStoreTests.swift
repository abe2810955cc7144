import Beacons
import Conditions
import Foundation
import Geodesy
import Observations
import SQLite
import Testing

@testable import Monitoring

/// How conditions of every kind stand in a monitor's store.
@Suite(.timeLimit(.minutes(1))) struct ConditionStoreTests {
    /// Conditions of every kind, and one in which each is a part.
    private static func conditions() throws -> [String: Condition] {
        let center = try #require(Coordinate(latitude: 52.4735, longitude: 13.4043))
        let ring = try [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let hole = try [(0.4, 0.4), (0.4, 0.6), (0.6, 0.5)].map {
            try #require(Coordinate(latitude: $0.0, longitude: $0.1))
        }
        let leaves: [String: Condition] = [
            "circle": .circular(try CircularGeographicCondition(center: center, radius: 150.25)),
            "polygon": .polygon(PolygonGeographicCondition(try Polygon(outer: ring, holes: [hole]))),
            "uuid": Sensed.office, "major": Sensed.site(7),
            "minor": .beacon(BeaconIdentityCondition(uuid: Sensed.uuid, major: 65_535, minor: 0)),
            "windows": .timeWindow(try TimeWindowCondition([moment(-5)..<moment(5), moment(7)..<moment(9)])),
        ]
        let parts = leaves.sorted { $0.key < $1.key }.map(\.value)
        let tree = try Condition.all(of: [
            try .any(of: parts), try Sensed.office.held(for: .microseconds(300_000_001)),
            try Condition.any(of: [Sensed.site(1)]).negated().negated(),
        ])
        return leaves.merging(["tree": tree, "dwell": try tree.held(for: .seconds(5))]) { first, _ in first }
    }

    private func makeStore(in folder: String) async throws -> String {
        try await withMonitor(in: folder) { monitor in
            for (identifier, condition) in try Self.conditions() {
                var policy = ConditionPolicy()
                policy.weakestSignal = -80
                try await monitor.add(condition, identifier: identifier, policy: policy)
            }
            try await monitor.observe(Sensed.beacon(1, at: 0))
        }
        return folder + "/work.monitor"
    }

    private func execute(_ statement: String, on path: String) async throws {
        let database = try Database(path: path)
        try await database.write { try $0.execute(statement) }
        await database.close()
    }

    @Test func `LA3 L45 L67: conditions of every kind are found again as they were`() async throws {
        try await withFolder { folder in
            _ = try await makeStore(in: folder)
            try await withMonitor(in: folder) { monitor in
                for (identifier, condition) in try Self.conditions() {
                    let record = try #require(await monitor.record(for: identifier))
                    #expect(record.condition == condition)
                    #expect(record.policy.weakestSignal == -80)
                }
            }
        }
    }

    @Test func `L1 L16: removing a tree removes all of its parts`() async throws {
        try await withFolder { folder in
            let path = try await makeStore(in: folder)
            try await withMonitor(in: folder) { monitor in
                for identifier in await monitor.identifiers { try await monitor.remove(identifier) }
            }
            let database = try Database(path: path)
            let left = try await database.read { connection in
                try connection.first(
                    """
                    SELECT (SELECT count(*) FROM parts) + (SELECT count(*) FROM changes) \
                    + (SELECT count(*) FROM given)
                    """
                ) { try $0.int(0) }
            }
            await database.close()
            #expect(left == 0)
        }
    }

    @Test(arguments: [
        "UPDATE parts SET kind = 'sphere' WHERE identifier = 'circle'",
        "UPDATE parts SET radius = -1 WHERE identifier = 'circle'",
        "UPDATE parts SET latitude = 91 WHERE identifier = 'circle'",
        "UPDATE parts SET uuid = x'00' WHERE identifier = 'uuid'",
        "UPDATE parts SET uuid = NULL WHERE identifier = 'uuid'",
        "UPDATE parts SET major = 65536 WHERE identifier = 'major'",
        "UPDATE parts SET major = NULL WHERE identifier = 'minor'",
        "UPDATE parts SET microseconds = 0 WHERE kind = 'dwell'",
        "UPDATE parts SET parts = 0 WHERE kind = 'all'",
        "UPDATE parts SET parts = 100 WHERE kind = 'all'",
        "UPDATE parts SET parts = -1 WHERE kind = 'any'",
        "UPDATE parts SET parts = 1 WHERE kind = 'beacon'",
        "UPDATE parts SET shape = x'0102' WHERE identifier = 'polygon'",
        "UPDATE parts SET shape = x'' WHERE identifier = 'polygon'",
        "UPDATE parts SET shape = substr(shape, 1, 24) WHERE identifier = 'polygon'",
        "UPDATE parts SET shape = substr(shape, 1, 20) WHERE identifier = 'windows'",
        "UPDATE parts SET shape = CAST(substr(shape, 17) || substr(shape, 1, 16) AS BLOB) WHERE identifier = 'windows'",
        "UPDATE parts SET shape = x'' WHERE identifier = 'windows'",
        "DELETE FROM parts WHERE identifier = 'circle'", "DELETE FROM parts WHERE place = 2",
        "INSERT INTO parts (identifier, place, kind, parts) VALUES ('circle', 1, 'all', 0)",
    ])
    func `a part that no monitor wrote is refused as damage`(statement: String) async throws {
        try await withFolder { folder in
            let path = try await makeStore(in: folder)
            try await execute(statement, on: path)
            let error = await #expect(throws: MonitorError.self) { try await Monitor("work", in: folder) }
            guard case .storeDamaged = error else {
                Issue.record("the store was refused with \(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: [16, 24, 32, 80, 100, 168])
    func `bytes of a shape that are changed anywhere are refused or make another shape`(place: Int) throws {
        guard case .polygon(let shape) = try #require(try Self.conditions()["polygon"]) else { return }
        let bytes = ShapeBytes.bytes(of: shape.polygon)
        #expect(try ShapeBytes.polygon(bytes) == shape.polygon)
        var damaged = bytes
        damaged[place % bytes.count] ^= 0xFF
        do {
            #expect(try ShapeBytes.polygon(damaged) != shape.polygon)
        } catch {
            #expect(error is Damage)
        }
    }

    @Test func `L68: a store of the first format is read, and goes on`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/work.monitor"
            let database = try Database(path: path)
            try await database.migrate([MonitorStoreSchema.migrations[0]])
            try await database.write { connection in
                for statement in Self.firstFormat { try connection.execute(statement) }
            }
            await database.close()
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.identifiers == ["beacon", "circle"])
                let circle = try #require(await monitor.record(for: "circle"))
                let center = try #require(Coordinate(latitude: 1, longitude: 2))
                #expect(
                    circle.condition == .circular(try CircularGeographicCondition(center: center, radius: 3)))
                #expect(circle.policy == ConditionPolicy())
                let beacon = try #require(await monitor.record(for: "beacon"))
                #expect(beacon.condition == Sensed.site(7))
                #expect(beacon.lastEvent.state == .unsatisfied)
                #expect(try await monitor.events.first(1).map(\.number) == [4])
            }
            // What refers to a condition still goes with it.
            try await withMonitor(in: folder) { try await $0.remove("beacon") }
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.identifiers == ["circle"])
                #expect(await monitor.record(for: "beacon") == nil)
            }
        }
    }

    /// What the first format wrote of a circle and of a beacon that has changed twice.
    private static let firstFormat = [
        """
        INSERT INTO conditions VALUES ('beacon', 1, 1, 0, 0, 0, 1, 2, 1.0, 20.0, 100.0, 30, 0, 120, 0,
            NULL, NULL, NULL, x'5AFE0000000040008000000000000001', 7, NULL)
        """,
        """
        INSERT INTO conditions VALUES ('circle', 2, 2, 0, 0, 0, 2, 2, 1.0, 20.0, 100.0, 30, 0, 120, 0,
            1.0, 2.0, 3.0, NULL, NULL, NULL)
        """,
        "INSERT INTO changes VALUES (4, 'beacon', 1, 9, x'5AFE0000000040008000000000000001', 7, 8, 0, NULL)",
        "INSERT INTO readers VALUES ('default', 3)",
        "INSERT INTO given VALUES ('default', 'beacon', 1, 3, 2, 5, NULL, NULL, NULL, 0, NULL)",
        "UPDATE monitor SET last_number = 4, revision = 7",
    ]
}
