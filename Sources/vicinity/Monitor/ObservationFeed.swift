import Bluetooth
import Formats
import Foundation
import Machine
import Monitoring
import Observations

/// The source of a monitor's observations.
enum ObservationFeed {
    /// A file, identified by its digest.
    case recording(RecordingFile, path: String, digest: String)
    /// A simulation, identified by its digest.
    case simulation(SimulatedSurroundings, digest: String)
    /// JSON lines as they come.
    case standardInput
    /// What the Bluetooth adapter of this machine hears, as it comes.
    case radio(Adapter)

    /// The identity of the feed; `nil` when it cannot be played again from its beginning.
    var identity: String? {
        switch self {
        case .recording(_, _, let digest), .simulation(_, let digest): digest
        case .standardInput, .radio: nil
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
        case .radio(let adapter): return Player(radio: RadioFeed(adapter))
        }
    }

    /// One reading of a feed; it skips damaged parts, and reports them.
    struct Player {
        private enum Origin {
            case reader(any RecordingReader, path: String)
            case simulation(SimulatedSurroundings.Iterator)
            case lines(StandardInput, read: ArraySlice<Observation>, count: Int)
            case radio(RadioFeed)
        }

        private var origin: Origin
        private var defects: DefectLog

        fileprivate init(reader: any RecordingReader, path: String) {
            origin = .reader(reader, path: path)
            defects = DefectLog(path)
        }

        fileprivate init(simulation: SimulatedSurroundings.Iterator) {
            origin = .simulation(simulation)
            defects = DefectLog("The simulation")
        }

        fileprivate init(lines: StandardInput) {
            origin = .lines(lines, read: [], count: 0)
            defects = DefectLog("Standard input")
        }

        fileprivate init(radio: RadioFeed) {
            origin = .radio(radio)
            defects = DefectLog("The radio")
        }

        /// Stops reading before the end of the feed, and reports the parts skipped so far.
        mutating func stop() { defects.finish() }

        /// The next observation; `nil` at the end, and when the task is cancelled.
        mutating func next() async throws -> Observation? {
            switch origin {
            case .reader(var reader, let path):
                defer { origin = .reader(reader, path: path) }
                do throws(RecordingError) { return try observation(in: &reader) } catch {
                    defects.finish()
                    throw CommandFailure("\(path): \(error)")
                }
            case .simulation(var iterator):
                defer { origin = .simulation(iterator) }
                return iterator.next()
            case .lines(var iterator, var read, var count):
                defer { origin = .lines(iterator, read: read, count: count) }
                while read.isEmpty {
                    guard let line = await iterator.next() else {
                        defects.finish()
                        return nil
                    }
                    count += 1
                    read = observations(in: line, number: count)
                }
                return read.popFirst()
            case .radio(let radio): return await radio.next()
            }
        }

        private mutating func observation(
            in reader: inout any RecordingReader
        ) throws(RecordingError) -> Observation? {
            while let item = try reader.next() {
                switch item {
                case .observation(let observation): return observation
                case .defect(let defect, let offset): defects.note("\(defect)", at: "byte \(offset)")
                }
            }
            defects.finish()
            return nil
        }

        /// A line can have several observations: the source listened, and then it heard a beacon.
        private mutating func observations(
            in line: LineSplitter.Line, number: Int
        ) -> ArraySlice<Observation> {
            guard case .bytes(let bytes) = line else {
                defects.note("longer than \(LineSplitter.limit) bytes", at: "line \(number)")
                return []
            }
            // With its line end, so that the line is complete and the reader can only report a defect.
            var reader = TraceReader(bytes + [UInt8(ascii: "\n")])
            var observations: ArraySlice<Observation> = []
            do throws(RecordingError) {
                while let item = try reader.next() {
                    switch item {
                    case .observation(let observation): observations.append(observation)
                    case .defect(let defect, _): defects.note("\(defect)", at: "line \(number)")
                    }
                }
            } catch {
                defects.note("\(error)", at: "line \(number)")
            }
            return observations
        }
    }
}
