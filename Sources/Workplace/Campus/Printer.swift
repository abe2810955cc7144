public import ESCPOS
public import Essentials

/// A receipt printer of a café that listens on the network.
public struct Printer: Hashable, Sendable {
    /// The port that receipt printers listen on.
    public static let standardPort = 9_100

    /// The identifier, unique within its café.
    public let id: PrinterID
    /// The displayed name.
    public let name: LocalizedText
    /// Its name or address on the network.
    public let host: String
    /// The port that it listens on.
    public let port: Int
    /// The stations whose tickets it prints; none for a printer of receipts only.
    public let stations: Set<StationID>
    /// What it can do.
    public let profile: PrinterProfile
    /// The language of what it prints; `nil` for the organisation's.
    public let language: LanguageTag?
    /// The printer of the same café that prints while this one cannot.
    public let backup: PrinterID?

    /// Makes a printer.
    public init(
        id: PrinterID, name: LocalizedText, host: String, port: Int = Printer.standardPort,
        stations: Set<StationID> = [], profile: PrinterProfile = PrinterProfile(),
        language: LanguageTag? = nil,
        backup: PrinterID? = nil
    ) {
        self.id = id
        self.name = name
        self.host = host
        self.port = port
        self.stations = stations
        self.profile = profile
        self.language = language
        self.backup = backup
    }

    /// Whether a text can be the name or the address of a printer: letters, digits, `.`, `-` and `:`.
    public static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && text.first != "-"
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-:".contains($0)) }
    }
}
