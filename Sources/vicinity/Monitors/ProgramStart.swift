import Foundation
import Machine
import Processes
import Synchronization

/// The starts of one program, with a pause that grows while the program leaves its event behind.
final class ProgramStart: Sendable {
    /// What makes a program the same.
    struct Key: Hashable, Sendable {
        private let executable: String
        private let stores: String

        init(_ entry: BackgroundPrograms.Entry) {
            executable = entry.executable
            stores = entry.stores
        }
    }

    private struct State {
        var isRunning = false
        var started = ContinuousClock.now
        var pause = Duration.zero
        var next = ContinuousClock.now
    }

    /// The first pause between two starts; it doubles up to the longest.
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(600)
    /// A program that ran this long has done its work; the pauses begin again.
    private static let soundRun = Duration.seconds(60)

    private let state = Mutex(State())

    /// Whether this service has started the program, and it has not ended.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Begins a start; returns whether the program does not run and no pause is left.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isRunning, state.next <= .now else { return false }
            state.isRunning = true
            state.started = .now
            return true
        }
    }

    /// Records that the program has handled all of its events, so that the next one starts it at once.
    func settled() {
        state.withLock { state in
            state.pause = .zero
            state.next = .now
        }
    }

    /// Starts the program, after ``begin()``, in the background, in the folder in which it ran before.
    func run(_ entry: BackgroundPrograms.Entry) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: entry.executable)
        process.arguments = entry.arguments
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: entry.workingFolder, isDirectory: &isFolder),
            isFolder.boolValue
        {
            process.currentDirectoryURL = URL(fileURLWithPath: entry.workingFolder)
        }
        process.environment = ProcessInfo.processInfo.environment
            .merging([ThisProgram.backgroundVariable: "1"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.terminationHandler = { [self] _ in ended() }
        do { try process.run() } catch {
            ended()
            throw error
        }
    }

    /// Records the end of the program.
    func ended() {
        state.withLock { state in
            state.isRunning = false
            let wasSound = state.started.duration(to: .now) >= Self.soundRun
            state.pause =
                wasSound ? Self.firstPause : min(max(state.pause * 2, Self.firstPause), Self.longestPause)
            state.next = .now + state.pause
        }
    }
}
