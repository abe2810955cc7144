import Foundation
import Processes
import Synchronization

/// The server of a lunch: a process of this program, which can be killed and started again at its port.
final class LunchServer: Sendable {
    private struct Running {
        var process: Process?
        let ended = DispatchSemaphore(value: 0)
    }

    /// Below those that the system gives to connections, one of which could get the port while the server is down.
    private static let ports: ClosedRange<UInt16> = 12_000...32_000
    private static let readyWithin = Duration.seconds(90)
    private static let stoppedWithin = DispatchTimeInterval.seconds(60)
    private static let pause = Duration.milliseconds(5)

    let folder: URL
    let port: UInt16
    private let web: String
    /// Keeps the port from everybody else while the server is down.
    private let reservation: Int32
    private let running = Mutex(Running())

    var database: String { folder.appending(path: "vicinity.db").path }
    var campus: String { folder.appending(path: "campus.json").path }
    private var log: String { folder.appending(path: "server.log").path }

    init(folder: URL, web: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        self.web = web
        (port, reservation) = try Self.reservePort()
    }

    deinit { close(reservation) }

    private static func reservePort() throws -> (UInt16, Int32) {
        for _ in 0..<1_000 {
            let port = UInt16.random(in: ports)
            let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            // Refused when anybody has the port.
            if LoopbackAddress(port: port).withPointer({ bind(handle, $0, $1) == 0 }) {
                // From here on a server, which asks for the same, may listen on it.
                var yes: Int32 = 1
                setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
                return (port, handle)
            }
            close(handle)
        }
        throw LunchTrouble("No port is free.")
    }

    /// Starts the process and waits until it answers.
    func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ThisProgram.path)
        process.arguments = [
            "serve", "--demo", "--listen", "127.0.0.1:\(port)", "--database", "sqlite:\(database)",
            "--campus",
            campus, "--web", web,
        ]
        // What a service manager gave to this process is not for its child.
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC", "WATCHDOG_PID"].contains(name)
        }
        process.standardInput = FileHandle.nullDevice
        guard DatabaseFile.exists(log) || FileManager.default.createFile(atPath: log, contents: nil),
            let output = FileHandle(forWritingAtPath: log)
        else { throw LunchTrouble("The log cannot be written to \(log).") }
        try output.seekToEnd()
        process.standardOutput = output
        process.standardError = output
        let ended = running.withLock { $0.ended }
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        running.withLock { $0.process = process }
        try waitUntilReady(process)
    }

    private func waitUntilReady(_ process: Process) throws {
        let deadline = ContinuousClock.now + Self.readyWithin
        let connection = LunchConnection(port: port)
        while ContinuousClock.now < deadline {
            guard process.isRunning else {
                let text = (try? FileText.read(log)) ?? ""
                throw LunchTrouble(
                    "The server ended at its start. \(text.trimmingCharacters(in: .whitespacesAndNewlines))")
            }
            if let answer = try? connection.send("GET", "/readyz"), answer.status == 200 { return }
            Self.sleep(Self.pause)
        }
        throw LunchTrouble("The server was not ready in time.")
    }

    /// Ends the process at once, as a power cut would; does nothing when it does not run.
    func kill() {
        guard let process = take() else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        running.withLock { $0.ended }.wait()
    }

    /// Asks the process to end, and returns its exit code; `nil` when it does not end.
    func stop() -> Int32? {
        guard let process = take() else { return nil }
        Glibc.kill(process.processIdentifier, SIGTERM)
        let ended = running.withLock { $0.ended }
        guard ended.wait(timeout: .now() + Self.stoppedWithin) == .success else {
            Glibc.kill(process.processIdentifier, SIGKILL)
            return nil
        }
        return process.terminationStatus
    }

    private func take() -> Process? {
        running.withLock { running in
            defer { running.process = nil }
            return running.process
        }
    }

    /// The memory of the process that holds no file, in bytes: files of the database may stay in memory as long as there is room.
    var memory: Int64? {
        guard let process = running.withLock({ $0.process }),
            let status = try? String(
                contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int64($0) }
            )
        else { return nil }
        return kilobytes * 1_024
    }

    static func sleep(_ duration: Duration) { Thread.sleep(forTimeInterval: duration / .seconds(1)) }
}
