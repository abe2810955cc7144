import CommandLineArguments
import ESCPOS
import Essentials
import Workplace

/// Tries a receipt printer without a server.
enum PrinterCommand {
    private static let address = Positional(
        "PRINTER", "The printer: its name or address, with :PORT if that is not 9100.")
    private static let columns = Option(
        "columns", value: "NUMBER", "How many characters a line has.",
        kind: .oneOf(PrinterProfile.columnCounts.map(String.init)), default: "48")
    private static let codePage = Option(
        "code-page", value: "NAME", "How characters are sent.",
        kind: .oneOf(CharacterEncoding.allCases.map(\.rawValue)),
        default: CharacterEncoding.pc858.rawValue)

    private static let test = Command(
        "test", "Prints a test page, and says how the printer is.",
        discussion: [
            "It speaks to the printer from this machine, so run it on the machine of the server. The page shows whether the "
                + "columns and the code page are right: its ruler fills the line, and its letters are those that it names."
        ],
        options: [columns, codePage], positionals: [address])

    static let command = Command("printer", "Tries a receipt printer of a café.", commands: [test])

    static func run(_ arguments: ParsedArguments) async throws {
        let printer = try PrinterAddress(try arguments.text(address))
        guard let columns = Int(try arguments.text(columns)),
            let encoding = CharacterEncoding(rawValue: try arguments.text(codePage))
        else { return }
        let profile = PrinterProfile(columns: columns, encoding: encoding)
        let session = PrinterSession(transport: TCPPrinterConnection.transport, clock: ContinuousClock())
        let outcome = try await session.run(
            profile.commands(for: TestPage.document(for: profile)), host: printer.host, port: printer.port)
        guard case .printed(let status)? = outcome else {
            guard case .failed(let problem)? = outcome else { return }
            throw CommandFailure(problem.sentence(about: "\(printer)"))
        }
        Terminal.out(
            "The printer at \(printer) has printed a test page."
                + (status.isPaperLow ? " Its paper is nearly used up." : ""))
    }
}

/// Where a printer listens.
struct PrinterAddress: CustomStringConvertible {
    let host: String
    let port: Int

    init(_ text: String) throws(UsageError) {
        // An address of IPv6 has colons of its own, and stands in brackets where a port follows.
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var port = "\(Printer.standardPort)"
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            let rest = text[text.index(after: end)...]
            parts = [String(text[text.index(after: text.startIndex)..<end])]
            if rest.hasPrefix(":") { port = String(rest.dropFirst()) } else if !rest.isEmpty { port = "" }
        } else if parts.count == 2 {
            port = parts.removeLast()
        } else {
            parts = [text]
        }
        guard let number = Int(port), (1...65_535).contains(number), Printer.isHost(parts[0]) else {
            throw .malformedValue(text, of: "PRINTER", expected: "HOST or HOST:PORT")
        }
        host = parts[0]
        self.port = number
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension PrinterProblem {
    /// What is the matter with a printer, and what to do.
    func sentence(about printer: String) -> String {
        switch self {
        case .unreachable:
            "There is no connection to the printer at \(printer). It is switched off, has another address, or serves "
                + "another program."
        case .silent:
            "The printer at \(printer) takes the connection but does not answer. It does not understand ESC/POS, or it is busy."
        case .coverOpen: "The cover of the printer at \(printer) is open. Close it."
        case .paperOut: "The printer at \(printer) is out of paper. Put in a new roll."
        case .fault:
            "The printer at \(printer) has a fault, such as a stuck knife. Switch it off and on again."
        case .offline: "The printer at \(printer) is offline. Look at its buttons and its display."
        }
    }
}
