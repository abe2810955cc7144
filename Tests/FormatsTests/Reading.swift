import Formats
import Observations

/// All that a reader gave, and what ended it.
struct Reading: Equatable {
    var items: [RecordedItem] = []
    var error: RecordingError?

    init(_ open: () throws(RecordingError) -> some RecordingReader) {
        do throws(RecordingError) {
            var reader = try open()
            while let item = try reader.next() { items.append(item) }
        } catch {
            self.error = error
        }
    }

    /// What was sensed, without the beats of listening.
    var contents: [Observation.Content] {
        items.compactMap { item in
            guard case .observation(let observation) = item, observation.content != .elapsed else {
                return nil
            }
            return observation.content
        }
    }

    var sightings: [BeaconSighting] {
        contents.compactMap { if case .sighting(let sighting) = $0 { sighting } else { nil } }
    }

    /// The times of the sightings, in microseconds.
    var times: [Int64] { sightingObservations.map(\.time.microseconds) }

    /// The sources of the sightings.
    var sources: [String] { sightingObservations.map(\.source.name) }

    private var sightingObservations: [Observation] {
        items.compactMap { item in
            guard case .observation(let observation) = item, case .sighting = observation.content else {
                return nil
            }
            return observation
        }
    }

    var defects: [RecordingDefect] {
        items.compactMap { if case .defect(let defect, _) = $0 { defect } else { nil } }
    }
}
