extension PrinterProfile {
    /// The commands that print a document and cut the paper.
    ///
    /// They begin with a reset, so that nothing that an earlier job left behind matters. Characters that the printer cannot write
    /// are printed as question marks; ``PrintedDocument/missingCharacterCount(in:)`` counts them beforehand.
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    public func commands(for document: PrintedDocument) -> [UInt8] {
        // ESC @ resets; GS a 0 stops status messages that nobody asked for.
        var writer = CommandWriter(profile: self, bytes: [0x1B, 0x40, 0x1D, 0x61, 0x00] + encoding.selection)
        for part in document.parts { writer.write(part) }
        writer.bytes += [0x1D, 0x56, 0x42, 0x00]  // GS V B: feeds to the knife and cuts
        return writer.bytes
    }
}

/// Writes the parts of a document as commands.
private struct CommandWriter {
    private static let lineFeed: UInt8 = 0x0A

    let profile: PrinterProfile
    var bytes: [UInt8]
    private var style = PrintedDocument.Style()

    init(profile: PrinterProfile, bytes: [UInt8]) {
        self.profile = profile
        self.bytes = bytes
    }

    mutating func write(_ part: PrintedDocument.Part) {
        switch part {
        case .text(let text, let style, let indent):
            for line in wrapped(text, columns(of: style), indent) { write(line, style) }
        case .row(let left, let right, let style):
            for line in row(left, right, columns(of: style)) { write(line, style) }
        case .rule: write(Array(repeating: Glyph([0x2D]), count: profile.columns), .init())
        case .space: write([], .init())
        case .qrCode(let text): writeQRCode(text)
        }
    }

    private func columns(of style: PrintedDocument.Style) -> Int {
        style.isDoubled ? profile.columns / 2 : profile.columns
    }

    private mutating func write(_ line: [Glyph], _ style: PrintedDocument.Style) {
        set(style)
        bytes += line.flatMap(\.bytes)
        bytes.append(Self.lineFeed)
    }

    private mutating func set(_ new: PrintedDocument.Style) {
        if new.isBold != style.isBold { bytes += [0x1B, 0x45, new.isBold ? 1 : 0] }
        if new.isDoubled != style.isDoubled { bytes += [0x1D, 0x21, new.isDoubled ? 0x11 : 0x00] }
        if new.isCentred != style.isCentred { bytes += [0x1B, 0x61, new.isCentred ? 1 : 0] }
        style = new
    }

    // MARK: - Lines

    private func wrapped(_ text: String, _ columns: Int, _ indent: Int) -> [[Glyph]] {
        let glyphs = profile.encoding.glyphs(of: text)
        let hanging = Array(repeating: Glyph.space, count: min(indent, columns / 2))
        let first = glyphs.broken(at: columns)
        guard first.count > 1, !hanging.isEmpty else { return first }
        // The lines after the first are shorter by the indent.
        let rest = Array(glyphs.dropFirst(first[0].count).drop { $0 == .space })
        return [first[0]] + rest.broken(at: columns - hanging.count).map { hanging + $0 }
    }

    /// Sets the right text at the end of the last line of the left one, or on a line of its own.
    private func row(_ left: String, _ right: String, _ columns: Int) -> [[Glyph]] {
        let end = profile.encoding.glyphs(of: right).broken(at: columns)
        guard let first = end.first, end.count == 1, first.columns < columns / 2 else {
            return wrapped(left, columns, 0) + end.map { $0.rightAligned(in: columns) }
        }
        var lines = profile.encoding.glyphs(of: left).broken(at: columns - first.columns - 1)
        let last = lines.popLast() ?? []
        let gap = columns - last.columns - first.columns
        return lines + [last + Array(repeating: .space, count: gap) + first]
    }

    // MARK: - QR codes

    private mutating func writeQRCode(_ text: String) {
        let data = Array(text.utf8)
        // Short, so that the length of the data never reads as a command that the printer obeys at once.
        guard (1...500).contains(data.count), data.allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
        set(.centred)
        writeSymbol([0x41, 0x32, 0x00])  // model 2
        writeSymbol([0x43, profile.columns > 32 ? 6 : 5])  // dots of a module
        writeSymbol([0x45, 0x31])  // error correction M
        writeSymbol([0x50, 0x30] + data)  // stores the data
        writeSymbol([0x51, 0x30])  // prints
        bytes.append(Self.lineFeed)
    }

    /// `GS ( k` for QR codes.
    private mutating func writeSymbol(_ function: [UInt8]) {
        let count = function.count + 1
        bytes += [0x1D, 0x28, 0x6B, UInt8(count & 0xFF), UInt8(count >> 8), 0x31] + function
    }
}

extension [Glyph] {
    fileprivate var columns: Int { reduce(0) { $0 + $1.width } }

    fileprivate func rightAligned(in columns: Int) -> [Glyph] {
        Array(repeating: .space, count: Swift.max(0, columns - self.columns)) + self
    }

    /// Breaks a text into lines at spaces, after wide characters, and within words that are too long.
    fileprivate func broken(at columns: Int) -> [[Glyph]] {
        var lines: [[Glyph]] = []
        var line: [Glyph] = []
        var width = 0
        // After how many glyphs of the line it can be broken; 0 for nowhere.
        var breakable = 0
        for glyph in self {
            // No line but the first begins with a space.
            if glyph == .space, line.isEmpty, !lines.isEmpty { continue }
            if width + glyph.width > columns, glyph == .space {
                lines.append(line[...].withoutTrailingSpaces)
                (line, width, breakable) = ([], 0, 0)
                continue
            }
            if width + glyph.width > columns {
                let split = breakable > 0 ? breakable : line.count
                let rest = Array(line[split...].drop { $0 == .space })
                lines.append(line[..<split].withoutTrailingSpaces)
                line = rest
                width = rest.columns
                breakable = 0
            }
            line.append(glyph)
            width += glyph.width
            if glyph == .space || glyph.width == 2 { breakable = line.count }
        }
        if !line.isEmpty || lines.isEmpty { lines.append(line[...].withoutTrailingSpaces) }
        return lines
    }
}

extension ArraySlice<Glyph> {
    fileprivate var withoutTrailingSpaces: [Glyph] {
        var slice = self
        while slice.last == .space { slice.removeLast() }
        return Array(slice)
    }
}
