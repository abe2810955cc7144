import Formats
import Foundation
import Monitoring
import Observations

/// Where a monitor's observations come from.
enum ObservationFeed {
    /// A file; the digest tells it from others.
    case recording(RecordingFile, path: String, digest: String)
    /// A simulation; the digest tells it from others.
    case simulation(SimulatedSurroundings, digest: String)
    /// JSON lines as they come.
    case standardInput

    /// What tells this feed from others, when it can be played from its beginning again.
    var identity: String? {
        switch self {
        case .recording(_, _, let digest), .simulation(_, let digest): digest
        case .standardInput: nil
        }
    }

    /// Begins to read.
    func open() throws -> Player {
        switch self {
        case .recording(let file, let path, _):
            do throws(RecordingError) { return Player(reader: try file.open(), path: path) } catch {
                throw CommandFailure("\(path): \(error)")
            }
        case .simulation(let surroundings, _): return Player(simulation: surroundings.makeIterator())
        case .standardInput: return Player(lines: StandardInput())
        }
    }

    /// One reading of a feed; parts of it that are damaged are passed over.
    struct Player {
        private enum Origin {
            case reader(any RecordingReader, path: String)
            case simulation(SimulatedSurroundings.Iterator)
            case lines(StandardInput, read: ArraySlice<Observation>)
        }

        private var origin: Origin

        fileprivate init(reader: any RecordingReader, path: String) {
            origin = .reader(reader, path: path)
        }

        fileprivate init(simulation: SimulatedSurroundings.Iterator) { origin = .simulation(simulation) }

        fileprivate init(lines: StandardInput) { origin = .lines(lines, read: []) }

        /// The next observation; `nil` at the end, and when the task is cancelled.
        mutating func next() async throws -> Observation? {
            switch origin {
            case .reader(var reader, let path):
                defer { origin = .reader(reader, path: path) }
                do throws(RecordingError) { return try Self.observation(in: &reader) } catch {
                    throw CommandFailure("\(path): \(error)")
                }
            case .simulation(var iterator):
                defer { origin = .simulation(iterator) }
                return iterator.next()
            case .lines(var iterator, var read):
                if read.isEmpty { read = await Self.observations(in: &iterator) }
                defer { origin = .lines(iterator, read: read) }
                return read.popFirst()
            }
        }

        private static func observation(
            in reader: inout any RecordingReader
        ) throws(RecordingError) -> Observation? {
            while let item = try reader.next() {
                if case .observation(let observation) = item { return observation }
            }
            return nil
        }

        /// A line can say more than one thing, such as that the source listened until it heard a beacon.
        private static func observations(in lines: inout StandardInput) async -> ArraySlice<Observation> {
            while let line = await lines.next() {
                let observations = observations(in: line)
                if !observations.isEmpty { return observations }
            }
            return []
        }

        private static func observations(in line: LineSplitter.Line) -> ArraySlice<Observation> {
            guard case .bytes(let bytes) = line else {
                Terminal.error("A line of more than \(LineSplitter.limit) bytes was passed over.")
                return []
            }
            var observations: ArraySlice<Observation> = []
            var reader: any RecordingReader = TraceReader(bytes + [UInt8(ascii: "\n")])
            do throws(RecordingError) {
                while let observation = try observation(in: &reader) { observations.append(observation) }
            } catch {
                Terminal.error("A line was passed over: \(error)")
            }
            return observations
        }
    }
}
