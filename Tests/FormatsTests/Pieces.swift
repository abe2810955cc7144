import Formats
import Synchronization

/// Bytes as a source that gives them in pieces, and can fail.
struct Pieces {
    private let bytes: [UInt8]
    private let size: Int
    private let failure: Int

    init(_ bytes: some Sequence<UInt8>, size: Int, failingAt failure: Int = .max) {
        self.bytes = Array(bytes)
        self.size = size
        self.failure = failure
    }

    var source: RecordingSource {
        let (bytes, size, failure) = (bytes, size, failure)
        return RecordingSource { () throws(RecordingError) -> RecordingSource.Pieces in
            let place = Place()
            return { () throws(RecordingError) -> [UInt8] in
                let start = place.advance(size, limit: bytes.count)
                guard start < failure else {
                    throw RecordingError(.unreadable("the disk is gone"), offset: start)
                }
                return Array(bytes[start..<min(start + size, bytes.count)])
            }
        }
    }

    private final class Place: Sendable {
        private let value = Mutex(0)

        func advance(_ count: Int, limit: Int) -> Int {
            value.withLock { value in
                let start = value
                value = min(value + count, limit)
                return start
            }
        }
    }
}
