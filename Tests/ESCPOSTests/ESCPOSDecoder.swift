import Glibc

/// Reads commands as a printer does, and gives the lines of the paper with their marks.
///
/// It knows only the commands that the library writes, and refuses all others. Characters are read with the C library's tables,
/// not with ours.
struct ESCPOSDecoder {
    struct Line: Equatable {
        var text = ""
        var marks = ""
        /// How many columns of the paper the text takes.
        var columns = 0
    }

    enum Defect: Error, Equatable { case unknownCommand([UInt8]), control(UInt8), notCut, cutInTheMiddle }

    private(set) var lines: [Line] = []
    private(set) var charset = ""
    private(set) var qrCodes: [String] = []
    private var bytes: ArraySlice<UInt8>
    private var pending: [UInt8] = []
    private var isBold = false
    private var isDoubled = false
    private var isCentred = false
    private var isCut = false

    init(_ commands: [UInt8]) throws {
        bytes = commands[...]
        while let byte = bytes.popFirst() {
            guard !isCut else { throw Defect.cutInTheMiddle }
            switch byte {
            case 0x1B, 0x1C, 0x1D: try command(byte)
            case 0x0A: endLine()
            case 0..<0x20, 0x7F: throw Defect.control(byte)
            default: pending.append(byte)
            }
        }
        guard isCut, pending.isEmpty else { throw Defect.notCut }
    }

    /// The paper as text; each line begins with its marks: bold, double, centred.
    var paper: String {
        lines.map { $0.marks.isEmpty ? $0.text : "\($0.marks)| \($0.text)" }.joined(separator: "\n")
    }

    private mutating func command(_ first: UInt8) throws {
        let start = bytes
        func next() -> UInt8 { bytes.popFirst() ?? 0 }
        let name = [first, next()]
        switch name {
        case [0x1B, 0x40]: charset = "CP437"
        case [0x1D, 0x61]: _ = next()
        case [0x1C, 0x2E]: break
        case [0x1B, 0x52]: _ = next()
        case [0x1B, 0x74]: charset = [0: "CP437", 19: "CP858", 16: "CP1252"][next()] ?? "?"
        case [0x1C, 0x28]:
            guard (0..<5).map({ _ in next() }) == [0x43, 2, 0, 0x30] + [2] else {
                throw Defect.unknownCommand(name)
            }
            charset = "UTF-8"
        case [0x1B, 0x45]: isBold = next() == 1
        case [0x1D, 0x21]: isDoubled = next() == 0x11
        case [0x1B, 0x61]: isCentred = next() == 1
        case [0x1D, 0x56]:
            guard [next(), next()] == [0x42, 0] else { throw Defect.unknownCommand(name) }
            isCut = true
        case [0x1D, 0x28]: try symbol()
        default: throw Defect.unknownCommand(name + Array(start.prefix(2)))
        }
    }

    private mutating func symbol() throws {
        let head = Array(bytes.prefix(3))
        guard head.first == 0x6B else { throw Defect.unknownCommand(head) }
        let count = Int(head[1]) + Int(head[2]) << 8
        let function = Array(bytes.dropFirst(3).prefix(count))
        bytes = bytes.dropFirst(3 + count)
        if function[1] == 0x50 { qrCodes.append(String(decoding: function.dropFirst(3), as: UTF8.self)) }
        if function[1] == 0x51 { lines.append(Line(text: "[QR]", marks: isCentred ? "c" : "", columns: 0)) }
    }

    private mutating func endLine() {
        let marks = (isBold ? "b" : "") + (isDoubled ? "d" : "") + (isCentred ? "c" : "")
        let text = decoded(pending)
        // Wide are East Asian characters from the radicals on, but for the halfwidth forms.
        let columns = text.unicodeScalars.reduce(0) { sum, scalar in
            sum + (scalar.value >= 0x2E80 && !(0xFF61...0xFFDC).contains(scalar.value) ? 2 : 1)
        }
        if lines.last?.text == "[QR]", pending.isEmpty {
        } else {
            lines.append(Line(text: text, marks: marks, columns: columns * (isDoubled ? 2 : 1)))
        }
        pending = []
    }

    private func decoded(_ bytes: [UInt8]) -> String {
        guard charset != "UTF-8" else { return String(decoding: bytes, as: UTF8.self) }
        guard let converter = iconv_open("UTF-8", charset == "CP858" ? "IBM858" : charset) else { return "?" }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 1)
        let written = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output -> Int in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (left, room) = (input.count, output.count)
                _ = iconv(converter, &from, &left, &to, &room)
                return output.count - room
            }
        }
        return String(decoding: output.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
