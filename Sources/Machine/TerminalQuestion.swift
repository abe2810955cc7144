package import Authorization
import Dispatch
import Foundation
import Processes
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Asks the person on the terminal of this process.
package enum TerminalQuestion {
    /// Asks a question, and waits for an answer that the question offers.
    ///
    /// - Parameters:
    ///   - prompt: The question.
    ///   - program: The program that asks.
    /// - Returns: The answer; `nil` when the task is cancelled, when the person closes the input, and when this process
    ///   has no terminal or is not in its foreground.
    package static func answer(to prompt: AuthorizationPrompt, by program: String) async
        -> AuthorizationAnswer?
    {
        guard let terminal = ControllingTerminal() else { return nil }
        let isOver = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Reading a terminal blocks; the thread ends with the answer or the task.
                DispatchQueue.global().async {
                    continuation.resume(returning: ask(prompt, program, terminal, unless: isOver))
                }
            }
        } onCancel: {
            isOver.raise()
        }
    }

    private static func ask(
        _ prompt: AuthorizationPrompt, _ program: String, _ terminal: ControllingTerminal, unless isOver: Flag
    ) -> AuthorizationAnswer? {
        let choices = prompt.choices
        let list = choices.map { "\($0.letter) \($0.words)" }.joined(separator: ", ")
        terminal.write("\n\(program) asks: \(prompt.question)\n\(prompt.explanation)\n[\(list)] ")
        while let line = terminal.line(unless: { isOver.isRaised }) {
            let typed = line.trimmingCharacters(in: .whitespaces).lowercased()
            if let choice = choices.first(where: { $0.letter == typed || $0.words == typed }) {
                return choice
            }
            terminal.write("Please type one of the letters: [\(list)] ")
        }
        return nil
    }
}

// Outside the type, whose own `write` has the same name.
private func send(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    unsafe write(descriptor, bytes, bytes.count)
}

/// Something that happens once.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isRaised: Bool { value.withLock { $0 } }
    func raise() { value.withLock { $0 = true } }
}

/// The terminal that controls this process.
private final class ControllingTerminal: Sendable {
    private let descriptor: Int32

    /// Opens the terminal; `nil` when there is none, or when another job has it.
    init?() {
        descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        // A job in the background that reads is stopped by the system.
        guard tcgetpgrp(descriptor) == getpgrp() else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        // A terminal that has gone shows nothing, and gives no answer either.
        _ = send(bytes, to: descriptor)
    }

    /// Reads a line; `nil` at the end of the input, and when it is not needed any more.
    func line(unless isOver: () -> Bool) -> String? {
        while !isOver() {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, 200) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = unsafe read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return nil }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
                .trimmingCharacters(in: .newlines)
        }
        return nil
    }
}

extension AuthorizationPrompt {
    /// The question in words.
    fileprivate var question: String {
        switch self {
        case .whenInUse: "May it use your location while it is in use?"
        case .always: "May it always use your location?"
        case .upgrade: "It may use your location while it is in use. May it always use it?"
        case .confirmation: "May it go on using your location in the background?"
        case .temporaryFullAccuracy: "May it use your exact location for a while?"
        }
    }

    /// The program's reason.
    fileprivate var explanation: String {
        switch self {
        case .whenInUse(let text), .always(let text), .upgrade(let text), .confirmation(let text),
            .temporaryFullAccuracy(_, let text):
            // The text is the program's, and must not move the cursor or change colours.
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }
    }
}

extension AuthorizationAnswer {
    fileprivate var letter: String {
        switch self {
        case .allowOnce: "o"
        case .allowWhileUsing: "w"
        case .allowAlways: "a"
        case .refuse: "n"
        }
    }

    fileprivate var words: String {
        switch self {
        case .allowOnce: "once"
        case .allowWhileUsing: "while using"
        case .allowAlways: "always"
        case .refuse: "never"
        }
    }
}
