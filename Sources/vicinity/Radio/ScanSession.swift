import Bluetooth
import Foundation
import Observations
import Synchronization

/// One run of `vicinity scan`.
final class ScanSession: Sendable {
    enum Output {
        case table, lines, json
    }

    private struct State {
        var board: ScanBoard
        var wasOn = false
        var radio = "Starting"
    }

    private let scanner: BluetoothScanner
    private let output: Output
    private let recorder: ScanRecorder?
    private let state: Mutex<State>

    init(scanner: BluetoothScanner, spots: SpotNames, recorder: ScanRecorder?, output: Output) {
        self.recorder = recorder
        self.scanner = scanner
        self.output = output
        state = Mutex(State(board: ScanBoard(spots: spots)))
    }

    /// Scans until a time is over or a signal comes.
    ///
    /// - Throws: ``CommandFailure`` when the radio cannot be used from the start.
    func run(for duration: Duration?) async throws {
        if output == .table { write(ScanTable.beginning) }
        defer { if output == .table { write(ScanTable.end) } }
        try await RadioRun.untilSignal(for: duration) { starts in
            await self.scanner.run(
                onChange: { change in
                    self.note(change)
                    starts.note(change)
                },
                onReport: { report, data, time in
                    self.state.withLock { $0.board.hear(report, data, at: time) }
                    self.recorder?.add(report, data, at: time)
                })
        } meanwhile: {
            try await self.show()
        }
        // What came since the last look.
        if output != .table { look() }
        if let failure = recorder?.failure { throw CommandFailure(failure) }
    }

    private func note(_ change: RadioChange) {
        let wasOn = state.withLock { state -> Bool in
            defer { if case .on = change { state.wasOn = true } else { state.board.clear() } }
            state.radio = change.sentence()
            return state.wasOn
        }
        switch (output, change) {
        case (.json, _): Terminal.out(ScanText.json(change, at: Pace.now))
        case (.lines, .on): Terminal.error(change.sentence())
        // The first failure ends the command, which then says it.
        case (.lines, _): if wasOn { Terminal.error(change.sentence()) }
        case (.table, _): break
        }
    }

    /// Shows the air again and again, until the task is cancelled.
    private func show() async throws {
        var table = ScanTable()
        while true {
            try await Task.sleep(for: output == .table ? .milliseconds(500) : .seconds(1))
            if output != .table {
                look()
                continue
            }
            let (now, size) = (Pace.now, Screen.size)
            let (board, radio) = state.withLock { state in
                _ = state.board.look(at: now)
                return (state.board, state.radio)
            }
            let screen = ScanTable.Surface(
                width: size.width, height: size.height, isStyled: Screen.showsWeight)
            if let frame = table.frame(board, radio: radio, at: now, on: screen) { write(frame) }
        }
    }

    private func look() {
        let now = Pace.now
        let (heard, changes) = state.withLock { $0.board.look(at: now) }
        let lines =
            output == .json
            ? heard.map { ScanText.json($0) }
            : changes.map { ScanText.line($0.change, $0.beacon, at: now) }
        if !lines.isEmpty { Terminal.out(lines.joined(separator: "\n")) }
    }

    private func write(_ text: String) {
        // A terminal that went away ends the program by its signal.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
