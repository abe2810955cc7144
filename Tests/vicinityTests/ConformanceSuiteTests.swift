import Beacons
import Conditions
import Formats
import Foundation
import Monitoring
import Observations
import Testing

@testable import vicinity

/// Runs the published scenarios of `Examples/conformance`; `docs/conformance-suite.md` says what their steps mean (LA9).
@Suite(.timeLimit(.minutes(1))) struct ConformanceSuiteTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/conformance").standardizedFileURL

    private static let names: [String] = {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                $0.hasSuffix(".json")
            }
            .sorted()
        } catch {
            preconditionFailure("\(folder.path): \(error)")
        }
    }()

    @Test(arguments: names)
    func `LA9 a monitor does what a published scenario says`(name: String) async throws {
        let content = try Data(contentsOf: Self.folder.appending(path: name))
        let scenario = try #require(JSONSerialization.jsonObject(with: content) as? [String: Any])
        let steps = try #require(scenario["steps"] as? [[String: Any]])
        try await withTemporaryFolder { folder in
            var run = try await ScenarioRun(folder: folder)
            for (index, step) in steps.enumerated() {
                try await run.take(step, at: "\(name), step \(index + 1)")
            }
            try await run.end(at: name)
        }
    }
}

/// A monitor in the middle of a scenario.
private struct ScenarioRun {
    private let folder: String
    private var monitor: Monitor
    private var events: Monitor.Events.Iterator

    init(folder: String) async throws {
        self.folder = folder
        monitor = try await Monitor("conformance", in: folder)
        events = monitor.events.makeAsyncIterator()
    }

    mutating func take(_ step: [String: Any], at place: String) async throws {
        if let list = step["add"] { try await add(list, step) }
        if let identifier = step["remove"] as? String { try await monitor.remove(identifier) }
        if let observations = step["observe"] as? [[String: Any]] { try await observe(observations) }
        if let expected = step["events"] as? [[String: Any]] { try await expect(expected, at: place) }
        if let expected = step["record"] as? [String: Any] {
            let record = await monitor.record(for: try #require(expected["identifier"] as? String))
            #expect(record?.lastEvent.state.name == expected["state"] as? String, "\(place)")
        }
        if let expected = step["identifiers"] as? [String] {
            let identifiers = await monitor.identifiers
            #expect(identifiers == expected, "\(place)")
        }
        if step["reopen"] != nil {
            await monitor.close()
            monitor = try await Monitor("conformance", in: folder)
            events = monitor.events.makeAsyncIterator()
        }
    }

    /// Nothing is left to tell.
    mutating func end(at place: String) async throws {
        await monitor.finish()
        let rest = try await events.next()
        #expect(rest == nil, "\(place)")
        await monitor.close()
    }

    private func add(_ list: Any, _ step: [String: Any]) async throws {
        let text = try JSONSerialization.data(withJSONObject: ["conditions": list])
        let state = (step["assuming"] as? String).flatMap(ConditionState.init(name:)) ?? .unknown
        let history: Monitor.History = step["history"] as? String == "every" ? .every : .present
        for entry in try ConditionList(reading: Array(text)).entries {
            try await monitor.add(
                entry.condition, identifier: entry.identifier, policy: entry.policy, history: history,
                assuming: state)
        }
    }

    private func observe(_ observations: [[String: Any]]) async throws {
        var trace = Data()
        for observation in observations {
            trace += try JSONSerialization.data(withJSONObject: observation) + Data("\n".utf8)
        }
        try await monitor.run(observing: try RecordedSurroundings(Array(trace), format: .jsonl))
    }

    private mutating func expect(_ expected: [[String: Any]], at place: String) async throws {
        for event in expected {
            let given = try #require(try await events.next(), "\(place)")
            #expect(given.identifier == event["identifier"] as? String, "\(place)")
            #expect(given.state.name == event["state"] as? String, "\(place)")
            if let date = event["date"] as? String {
                #expect(given.date == ObservationTime(rfc3339: date), "\(place)")
            }
            if let known = event["lastKnown"] as? String {
                #expect(given.lastKnown?.name == known, "\(place)")
            }
            #expect(Set(given.diagnostics.words) == Set(event["reasons"] as? [String] ?? []), "\(place)")
            expect(given.refinement, event, at: place)
        }
    }

    private func expect(_ refinement: BeaconIdentityCondition?, _ event: [String: Any], at place: String) {
        guard let expected = event["refinement"] else { return }
        let parts = expected as? [String: Int]
        #expect(refinement?.constraint.major.map(Int.init) == parts?["major"], "\(place)")
        #expect(refinement?.constraint.minor.map(Int.init) == parts?["minor"], "\(place)")
    }
}
