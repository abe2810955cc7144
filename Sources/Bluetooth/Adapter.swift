/// Which Bluetooth adapter to use, and how to reach it.
public enum Adapter: Hashable, Sendable {
    /// BlueZ if it runs and has an adapter, otherwise the kernel's `hci0`.
    ///
    /// If all adapters of BlueZ are switched off, they stay off, and none is used.
    case automatic
    /// The adapter of the kernel with this number, without BlueZ: `hci0` is 0.
    ///
    /// Needs the capability `CAP_NET_ADMIN`, and no other program may use the adapter.
    case userChannel(UInt16)
    /// A controller that speaks HCI in the H4 form on a TCP connection.
    case tcp(host: String, port: UInt16)
    /// A controller that speaks HCI in the H4 form on a Unix socket.
    case unix(path: String)
    /// A controller on a serial line with RTS and CTS, at a number of bits per second.
    case serial(path: String, baud: UInt32)
    /// An adapter of BlueZ by its name, such as `hci0`; `nil` takes the first one that is switched on.
    case bluez(String?)
}

extension Adapter {
    /// The forms of the text, for a help text or a message.
    public static let forms =
        "auto, bluez, bluez:hci0, hci0, tcp:HOST:PORT, unix:PATH or serial:/dev/ttyX[,BAUD]"

    /// The speed of a serial line whose text names none, in bits per second.
    public static let usualBaud: UInt32 = 115_200

    /// Parses one of the ``forms``.
    ///
    /// An IPv6 address of a TCP connection stands in brackets: `tcp:[::1]:6402`.
    ///
    /// - Returns: `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : nil
        switch (parts[0], rest) {
        case ("auto", nil): self = .automatic
        case ("bluez", nil): self = .bluez(nil)
        case ("bluez", let name?):
            guard Self.number(ofAdapter: name) != nil else { return nil }
            self = .bluez(name)
        case ("tcp", let rest?):
            guard let (host, port) = Self.hostAndPort(rest) else { return nil }
            self = .tcp(host: host, port: port)
        case ("unix", let path?):
            guard !path.isEmpty else { return nil }
            self = .unix(path: path)
        case ("serial", let rest?):
            guard let (path, baud) = Self.pathAndBaud(rest) else { return nil }
            self = .serial(path: path, baud: baud)
        case (_, nil):
            guard let number = Self.number(ofAdapter: text) else { return nil }
            self = .userChannel(number)
        default: return nil
        }
    }

    /// The number in a name such as `hci0`.
    static func number(ofAdapter name: some StringProtocol) -> UInt16? {
        let digits = name.dropFirst(3)
        guard name.hasPrefix("hci"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return UInt16(digits)
    }

    private static func hostAndPort(_ text: String) -> (String, UInt16)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]),
            port > 0
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (String(host), port)
    }

    private static func pathAndBaud(_ text: String) -> (String, UInt32)? {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].hasPrefix("/") else { return nil }
        guard parts.count == 2 else { return (text, usualBaud) }
        guard let baud = UInt32(parts[1]), SerialSpeed(baud) != nil else { return nil }
        return (String(parts[0]), baud)
    }
}

extension Adapter: CustomStringConvertible {
    /// The text that parses to the same adapter.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .userChannel(let number): "hci\(number)"
        case .tcp(let host, let port): host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        case .serial(let path, let baud):
            baud == Self.usualBaud ? "serial:\(path)" : "serial:\(path),\(baud)"
        case .bluez(let name): name.map { "bluez:\($0)" } ?? "bluez"
        }
    }
}
