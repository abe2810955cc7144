import Beacons
import Formats
import Observations

/// Plays a recording to a gateway, as if its radio heard it.
///
/// The recording is cut into the same reports at every speed, and the times in the reports keep their distances, so that
/// the server decides the same at every speed of at least 1. The times are moved so that the recording ends when the playing ends.
struct GatewayRecording {
    /// How long a report collects, in milliseconds.
    static let beat: Int64 = 1_000

    let file: RecordingFile
    let name: String
    /// How many times as fast as it was recorded; `nil` for no pause at all.
    let speed: Double?

    /// Plays to the end, and calls a closure whenever a report may be due.
    ///
    /// - Throws: `CancellationError`, and ``CommandFailure`` for a recording that cannot be read.
    func play(to ear: GatewayEar, cut: (Int64) async -> Void) async throws {
        guard let (first, last) = try span() else {
            throw CommandFailure("\(name) has nothing that a gateway could hear.")
        }
        let start = GatewayClock.now
        let begun = ContinuousClock.now
        let lasting = last - first
        let playing = speed.map { Int64(Double(lasting) / $0) } ?? 0
        let shift = start + playing - last
        var due = first + Self.beat
        ear.radio(isListening: true, adapter: name)
        var reader = try opened()
        while let item = try next(of: &reader) {
            while item.time >= due {
                if let speed {
                    let instant = begun + .milliseconds(Int64(Double(due - first) / speed))
                    try await Task.sleep(until: instant, clock: .continuous)
                }
                try Task.checkCancellation()
                await cut(due + shift)
                due += Self.beat
            }
            switch item.heard {
            case .known(var advertisement):
                advertisement.time += shift
                ear.hear(advertisement)
            case .other: ear.hearOther()
            case nil: break
            }
        }
        await cut(max(due, last + 1) + shift)
    }

    /// The first and the last time in milliseconds; `nil` without any.
    private func span() throws -> (Int64, Int64)? {
        var span: (Int64, Int64)?
        var reader = try opened()
        while let item = try next(of: &reader) {
            span = (min(span?.0 ?? item.time, item.time), max(span?.1 ?? item.time, item.time))
        }
        return span
    }

    private func opened() throws -> GatewayRecordingReader {
        do throws(RecordingError) { return try GatewayRecordingReader(file) } catch {
            throw CommandFailure("\(name): \(error)")
        }
    }

    private func next(of reader: inout GatewayRecordingReader) throws -> GatewayRecordingReader.Item? {
        do throws(RecordingError) { return try reader.next() } catch {
            throw CommandFailure("\(name): \(error)")
        }
    }
}
