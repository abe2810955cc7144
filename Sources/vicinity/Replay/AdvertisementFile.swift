import Formats
import Foundation

/// A `btsnoop` capture that is being written.
struct AdvertisementFile {
    private let file: FileHandle
    private let path: String

    /// Creates the file, or empties an existing one.
    ///
    /// - Throws: ``CommandFailure`` with the reason.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure("The file \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
        try write(BTSnoopWriter.header)
    }

    /// Adds an advertisement; one without a time, or with more data than an event can hold, is left out.
    ///
    /// - Throws: ``CommandFailure`` with the reason.
    func add(_ advertisement: CapturedAdvertisement) throws {
        guard let time = advertisement.time,
            let record = BTSnoopWriter.record(of: advertisement.report, data: advertisement.data, at: time)
        else { return }
        try write(record)
    }

    private func write(_ bytes: [UInt8]) throws {
        do { try file.write(contentsOf: bytes) } catch {
            throw CommandFailure("The file \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }
}
