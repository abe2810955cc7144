import Beacons
import Formats
import Foundation
import Observations
import Synchronization

/// Writes what a scan hears to a file that Wireshark opens.
final class ScanRecorder: Sendable {
    private struct State {
        var file: FileHandle?
        var failure: String?
    }

    /// The most bytes of advertising data in one event.
    private static let mostBytes = 229

    private let path: String
    private let state: Mutex<State>

    /// Makes the file; one that was there is replaced.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be written.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        self.path = path
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: BTSnoopWriter.header)
        state = Mutex(State(file: file))
    }

    /// Adds an advertisement; in pieces, as a controller reports it, where it does not fit into one event.
    func add(_ report: AdvertisingReport, _ data: Span<UInt8>, at time: ObservationTime) {
        var bytes: [UInt8] = []
        var start = 0
        repeat {
            let end = min(start + Self.mostBytes, data.count)
            var piece = report
            if end < data.count { piece.properties.insert(.moreToCome) }
            bytes += BTSnoopWriter.record(of: piece, data: (start..<end).map { data[$0] }, at: time) ?? []
            start = end
        } while start < data.count
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        state.withLock { state in
            do { try state.file?.write(contentsOf: bytes) } catch {
                // A full disk ends the recording and not the scan.
                state.file = nil
                state.failure = "The recording \(path) is incomplete: it cannot be written any longer."
            }
        }
    }

    /// Why the recording is incomplete; `nil` when it is whole.
    var failure: String? { state.withLock { $0.failure } }
}
