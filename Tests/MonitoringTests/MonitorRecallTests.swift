import Conditions
import Observations
import Testing

@testable import Monitoring

/// Going on with a recording where a process was ended: marks and recall.
@Suite(.timeLimit(.minutes(1))) struct MonitorRecallTests {
    /// Comes and goes of two sites, in which silences run across every place where a process can end.
    private static let recording: [Observation] = (0..<40).flatMap { turn -> [Observation] in
        let time = Int64(turn) * 20
        let site: UInt16 = turn % 4 < 2 ? 1 : 2
        return [Sensed.beacon(site, at: time), Sensed.elapsed(time + 7), Sensed.elapsed(time + 13)]
    }

    private func play(in folder: String, upTo end: Int, _ events: inout [Monitor.Event])
        async throws
    {
        let told = try await withMonitor(in: folder) { monitor in
            if await monitor.identifiers.isEmpty {
                try await monitor.add(Sensed.site(1), identifier: "one", history: .every)
                try await monitor.add(Sensed.site(2), identifier: "two", history: .every)
            }
            let mark = await monitor.mark.flatMap { Int($0) } ?? 0
            for observation in Self.recording.prefix(mark) { try await monitor.recall(observation) }
            for (index, observation) in Self.recording.enumerated().prefix(end).dropFirst(mark) {
                try await monitor.observe(observation, mark: String(index + 1))
            }
            await monitor.finish()
            return try await monitor.events.untilClosed()
        }
        events += told
    }

    @Test(arguments: [1, 2, 16, 31, 45, 59, 88, 118])
    func `a recording that is interrupted anywhere gives the events of one that is not`(place: Int)
        async throws
    {
        var whole: [Monitor.Event] = []
        try await withFolder { folder in
            try await play(in: folder, upTo: Self.recording.count, &whole)
        }
        var parts: [Monitor.Event] = []
        try await withFolder { folder in
            try await play(in: folder, upTo: place, &parts)
            try await play(in: folder, upTo: Self.recording.count, &parts)
        }
        #expect(!whole.isEmpty)
        #expect(parts == whole)
    }

    @Test func `a mark without an observation is kept`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { try await $0.remember(mark: "played") }
            try await withMonitor(in: folder) { monitor in
                #expect(await monitor.mark == "played")
                try await monitor.remember(mark: nil)
                #expect(await monitor.mark == nil)
            }
        }
    }
}
