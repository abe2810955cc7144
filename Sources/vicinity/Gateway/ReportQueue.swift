import Foundation
import Processes

/// Keeps the reports of a gateway on disk until the server has answered, in their order.
///
/// A report is a file of its own. While the server answers, a file is removed about as soon as it is written, so that the
/// system hardly ever writes it to the card; after a kill the files that are left are sent. A file is not forced to the
/// disk: a power cut can cost the last half minute of an outage, and a card lives longer. When the files reach the bound,
/// the oldest go and are counted.
actor ReportQueue {
    /// A report that waits.
    struct Report: Sendable {
        let number: UInt64
        let beginning: [UInt8]
        /// Sightings that are in memory only.
        let fleeting: [UInt8]
    }

    private struct Entry {
        let number: UInt64
        let size: Int
    }

    /// A complete file ends with it, because the JSON in it has none.
    private static let end = UInt8(ascii: "\n")
    /// How many reports have sightings in memory that are never stored: about ten seconds.
    private static let fleetingAtMost = 10
    /// What a small file takes on a disk at least.
    private static let block = 4_096

    private let folder: String
    private let limit: Int
    private var entries: [Entry] = []
    private var size = 0
    private var fleeting: [(number: UInt64, sightings: [UInt8])] = []
    /// How many reports were lost since the folder was made.
    private(set) var dropped: Int
    /// Wakes the sender.
    nonisolated let arrival = WakeSignal()

    /// Whether no further report will come.
    private(set) var isFinished = false

    /// How many reports wait.
    var count: Int { entries.count }

    /// Opens the folder with what an earlier run has left.
    ///
    /// - Parameters:
    ///   - folder: The folder, which is made if it is missing.
    ///   - limit: How many bytes the reports may take on the disk.
    /// - Throws: ``CommandFailure`` when the folder cannot be used.
    init(folder: String, limit: Int) throws {
        self.folder = folder
        self.limit = limit
        do throws(StateFolder.Failure) { try StateFolder.make(folder) } catch {
            throw CommandFailure("The folder \(error.path) cannot be made: \(error.reason).")
        }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw CommandFailure("The folder \(folder) cannot be read.")
        }
        let numbers = names.compactMap { name in
            name.hasSuffix(".report") ? UInt64(name.dropLast(".report".count)) : nil
        }
        dropped =
            FileManager.default.contents(atPath: folder + "/dropped")
            .flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        for number in numbers.sorted() {
            let path = Self.path(of: number, in: folder)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let length = (attributes[.size] as? NSNumber)?.intValue ?? 0
            entries.append(Entry(number: number, size: Self.space(of: length)))
        }
        size = entries.reduce(0) { $0 + $1.size }
    }

    /// Adds a report; the oldest ones make room for it.
    ///
    /// - Returns: Whether it could be stored; if not, it is lost and counted.
    func append(_ beginning: [UInt8], fleeting sightings: [UInt8]) -> Bool {
        let number = (entries.last?.number ?? lastNumber) + 1
        lastNumber = number
        let space = Self.space(of: beginning.count + 1)
        while size + space > limit, let oldest = entries.first { drop(oldest) }
        let path = Self.path(of: number, in: folder)
        let isWritten = FileManager.default.createFile(
            atPath: path + ".new", contents: Data(beginning + [Self.end]),
            attributes: [.posixPermissions: 0o600])
        guard isWritten, rename(path + ".new", path) == 0 else {
            count(1)
            return false
        }
        entries.append(Entry(number: number, size: space))
        size += space
        if !sightings.isEmpty { fleeting.append((number, sightings)) }
        fleeting.removeAll { $0.number + UInt64(Self.fleetingAtMost) <= number }
        arrival.signal()
        return true
    }

    /// Says that no further report will come.
    func finish() {
        isFinished = true
        arrival.signal()
    }

    /// The oldest report; a file that a power cut has left incomplete is dropped.
    func first() -> Report? {
        while let entry = entries.first {
            let contents = FileManager.default.contents(atPath: Self.path(of: entry.number, in: folder))
            if let contents, contents.last == Self.end {
                let sightings = fleeting.first { $0.number == entry.number }?.sightings ?? []
                return Report(
                    number: entry.number, beginning: Array(contents.dropLast()), fleeting: sightings)
            }
            drop(entry)
        }
        return nil
    }

    /// Removes a report that the server has taken.
    ///
    /// - Parameters:
    ///   - number: Its number; nothing happens when it has been dropped meanwhile.
    ///   - isLost: Whether it counts as lost.
    func remove(_ number: UInt64, isLost: Bool = false) {
        guard let entry = entries.first, entry.number == number else { return }
        forget(entry)
        if isLost { count(1) }
    }

    /// Drops all reports, because they belong to another place.
    func clear() {
        let lost = entries.count
        for entry in entries { forget(entry) }
        if lost > 0 { count(lost) }
    }

    /// The number that was used last, also when its report is gone.
    private var lastNumber: UInt64 = 0

    private func drop(_ entry: Entry) {
        forget(entry)
        count(1)
    }

    private func forget(_ entry: Entry) {
        unlink(Self.path(of: entry.number, in: folder))
        entries.removeAll { $0.number == entry.number }
        fleeting.removeAll { $0.number <= entry.number }
        size -= entry.size
    }

    /// Counts lost reports; when even the count cannot be written, it is right until the next start.
    private func count(_ lost: Int) {
        dropped += lost
        let path = folder + "/dropped"
        if FileManager.default.createFile(atPath: path + ".new", contents: Data("\(dropped)".utf8)) {
            rename(path + ".new", path)
        }
    }

    private static func space(of length: Int) -> Int { (length + block - 1) / block * block }

    private static func path(of number: UInt64, in folder: String) -> String {
        let digits = String(number)
        return folder + "/" + String(repeating: "0", count: max(0, 20 - digits.count)) + digits + ".report"
    }
}
