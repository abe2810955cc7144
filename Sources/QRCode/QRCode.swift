import CQREncode

/// A QR code (ISO/IEC 18004), for pages as SVG and for terminals as text.
///
/// libqrencode chooses the smallest version that holds the text. The error correction level is M, which bears 15 % of
/// damage and is usual for codes on screens.
public struct QRCode: Hashable, Sendable {
    /// Light modules that a reader needs on each side (ISO/IEC 18004, section 5.3.8).
    public static let quietZone = 4

    /// The number of modules on a side, 21 to 177.
    public let size: Int
    /// One element for each module, row by row from the top left; `true` is dark.
    private let modules: [Bool]

    /// Makes the code of a text; `nil` for a text that is empty, too long, or has a NUL.
    ///
    /// - Parameter text: What a reader shall find: up to 2,331 bytes of UTF-8, such as an address.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0),
            let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { unsafe QRcode_free(code) }
        size = Int(unsafe code.pointee.width)
        // The lowest bit of a module is its colour.
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; those outside, in the quiet zone, are light.
    public subscript(column column: Int, row row: Int) -> Bool {
        guard 0..<size ~= column, 0..<size ~= row else { return false }
        return modules[row * size + column]
    }

    /// The code as an SVG image: dark on white with its quiet zone, whatever colours the page has.
    public var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
        <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
        """
    }

    /// The number of modules on a side together with the quiet zones.
    public var side: Int { size + 2 * Self.quietZone }

    /// The dark modules as the data of an SVG path, in a square of ``side`` units.
    public var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard self[column: column, row: row] else {
                    column += 1
                    continue
                }
                let start = column
                while self[column: column, row: row] { column += 1 }
                let length = column - start
                path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
            }
        }
        return path
    }

    /// The code in half blocks, two rows of modules on a line, black on white by colours of the terminal.
    ///
    /// Colours are set with ANSI escape sequences, so that the code can be read on dark and on light terminals.
    public var terminalLines: [String] {
        let range = -Self.quietZone..<size + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let blocks = range.map { column in
                switch (self[column: column, row: row], self[column: column, row: row + 1]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
        }
    }
}
