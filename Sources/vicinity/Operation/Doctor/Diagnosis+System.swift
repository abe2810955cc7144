import Essentials
import Foundation
import Workplace

/// What the machine gives a server.
extension Diagnosis {
    /// Whether the system keeps the clock set.
    enum ClockState: Sendable {
        case synchronised
        case notSynchronised
        /// The system has no service that says.
        case unknown
    }

    /// The clock, by the last change in the database and by what the system says.
    static func clock(now: Timestamp, lastChange: Timestamp?, state: ClockState) -> Diagnosis {
        if let lastChange, now.advanced(by: StoreOutage.clockTolerance) < lastChange {
            return .wrong(
                "clock", "It is \(now), but the last change in the database is of \(lastChange)",
                "Set the clock. If it is right, import the campus file again, which accepts it.")
        }
        return switch state {
        case .synchronised: .ok("clock", "It is \(now), and the system keeps the clock set")
        case .notSynchronised:
            .warning(
                "clock", "It is \(now), but the system does not keep the clock set",
                "Set the clock by a time server: timedatectl set-ntp true.")
        case .unknown: .ok("clock", "It is \(now); the system does not say whether it keeps the clock set")
        }
    }

    /// The room on the disk of the database, in bytes.
    static func disk(free: Int64?, database: Int64) -> Diagnosis {
        guard let free else {
            return .warning("disk", "The system does not say how much is free", "Look with df.")
        }
        let text = "\(ByteCount.text(free)) are free, and the database has \(ByteCount.text(database))"
        // The log may have 256 MiB while the disk is slow or a backup runs.
        if free < 64 << 20 {
            return .wrong("disk", text, "Make room, or the server will refuse orders soon.")
        }
        guard free >= max(1 << 30, 2 * database) else {
            return .warning("disk", text, "Make room for the log and for a copy of the database.")
        }
        return .ok("disk", text)
    }

    /// What came of writing and syncing a file in the folder of the database.
    enum FolderTrial: Sendable {
        case written(in: Duration)
        case failed(String)
        case missing
    }

    /// The folder of the database.
    static func folder(_ folder: String, _ trial: FolderTrial) -> Diagnosis {
        switch trial {
        case .missing:
            return .warning("folder", "\(folder) is not there yet", "The server makes it at its start.")
        case .failed(let reason):
            return .wrong(
                "folder", "\(folder) cannot be written: \(reason)",
                "Give the folder to the user that runs the server.")
        case .written(let time):
            let milliseconds = Int((time / .milliseconds(1)).rounded())
            guard milliseconds <= 100 else {
                return .warning(
                    "folder", "\(folder) took \(milliseconds) ms to sync one small file",
                    "Each order waits for that: use a faster disk.")
            }
            return .ok("folder", "\(folder) takes writes, and synced one in \(milliseconds) ms")
        }
    }

    /// The limit of open files.
    static func openFiles(_ limit: OpenFileLimit, wanted: Int) -> Diagnosis {
        do { _ = try limit.connections(wanted: wanted) } catch {
            return .wrong(
                "files", "The system allows \(limit.count) open files",
                "Raise the limit with ulimit -n or LimitNOFILE=.")
        }
        guard limit.shortage(wanted: wanted) == nil else {
            return .warning(
                "files", "The system allows \(limit.count) open files, which is less than the server can use",
                "Raise the limit to \(wanted + OpenFileLimit.reserve) with ulimit -n or LimitNOFILE=.")
        }
        return .ok("files", "The system allows \(limit.count) open files")
    }

    /// The Bluetooth adapters of the machine.
    static func bluetooth(_ adapters: [String]) -> Diagnosis {
        guard !adapters.isEmpty else {
            return .ok("bluetooth", "There is no adapter; only a gateway on this machine needs one")
        }
        return .ok("bluetooth", "There is \(adapters.sorted().joined(separator: ", "))")
    }
}

/// Asks the system.
enum SystemFacts {
    /// Whether the system says that it keeps the clock set.
    static func clockState() -> Diagnosis.ClockState {
        // systemd-timesyncd makes the first file when it has set the clock; timedatectl knows other services too.
        if DatabaseFile.exists("/run/systemd/timesync/synchronized") { return .synchronised }
        let timedatectl = URL(fileURLWithPath: "/usr/bin/timedatectl")
        // Without systemd the program only waits for a bus.
        guard DatabaseFile.exists("/run/systemd/system"), DatabaseFile.exists(timedatectl.path) else {
            return .unknown
        }
        let (process, output) = (Process(), Pipe())
        process.executableURL = timedatectl
        process.arguments = ["show", "--property=NTPSynchronized", "--value"]
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        do { try process.run() } catch { return .unknown }
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        switch answer.trimmingCharacters(in: .whitespacesAndNewlines) {
        case "yes": return .synchronised
        case "no": return .notSynchronised
        default: return .unknown
        }
    }

    /// Writes and syncs a small file in a folder, and removes it.
    static func trial(inFolder folder: String) -> Diagnosis.FolderTrial {
        guard DatabaseFile.exists(folder) else { return .missing }
        let path = "\(folder)/.vicinity-doctor-\(getpid())"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return .failed(DatabaseFile.reason()) }
        defer {
            close(file)
            unlink(path)
        }
        let bytes = [UInt8](repeating: 0, count: 4_096)
        var failure: String?
        let time = ContinuousClock().measure {
            if write(file, bytes, bytes.count) != bytes.count || fsync(file) != 0 {
                failure = DatabaseFile.reason()
            }
        }
        return failure.map { .failed($0) } ?? .written(in: time)
    }

    /// The names of the Bluetooth adapters, such as `hci0`.
    static func bluetoothAdapters() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/bluetooth")
        return (names ?? []).filter { $0.hasPrefix("hci") && !$0.contains(":") }
    }
}
