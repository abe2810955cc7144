/// Follows the framing of all requests of one HTTP/1.1 connection, and stops at the first form that is not plain.
///
/// A proxy and a server that read an ambiguous form differently disagree on the end of a request. Then the
/// server may take bytes for the next request that the proxy took for a body: request smuggling. So only
/// forms pass that RFC 9112 lets a sender write: no bare LF, no folded line, no blank around a field's name,
/// no NUL, one plain length or one `chunked`.
///
/// The scanner keeps no bytes. Time is linear in the number of bytes, and memory is constant.
package struct RequestScanner: Sendable {
    /// The result of a scan.
    package struct Outcome: Equatable, Sendable {
        /// How many of the bytes may be passed on: all of them, or those before the request with the flaw.
        package var passed: Int
        /// The flaw that was found; after one, the connection must end.
        package var flaw: RequestFlaw?
        /// Whether the head of the request with the flaw was passed on, so that the flaw is in its body.
        package var hasPassedHead = false
    }

    private enum Step {
        case start, emptyLine
        case method, target, version, lineEnd
        case fieldStart, name, value, headEnd
        case content
        case chunkSize, chunkExtension, chunkSizeEnd, chunkContent, chunkContentEnd, chunkLineFeed
    }

    /// The maximum length of a method in bytes.
    private static let methodLimit = 24

    /// How many complete heads were passed on.
    package private(set) var heads = 0

    private let headLimit: Int
    private let partLimit: Int
    private var step = Step.start
    private var hasSkippedEmptyLine = false
    /// Length of the current element in bytes: a method, a target, a version, a number or an extension.
    private var length = 0
    /// Bytes of the body or the chunk that are still to come.
    private var remaining = 0
    private var head = RequestHead()

    /// Creates a scanner for a new connection.
    ///
    /// - Parameters:
    ///   - headLimit: The maximum bytes of a head, including its empty line; also the limit for trailers.
    ///   - partLimit: The maximum bytes that a parser may need for the parts of a head: 64 for each field,
    ///     cookie and part of the query, and the bytes of cookies once more.
    package init(headLimit: Int, partLimit: Int) {
        self.headLimit = headLimit
        self.partLimit = partLimit
    }

    /// Scans the next bytes of the connection; the connection's bytes may be split anywhere.
    package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        var index = 0
        var start: (index: Int, heads: Int)?
        do throws(RequestFlaw) {
            while index < bytes.count {
                if step == .start, !hasSkippedEmptyLine { start = (index, heads) }
                try scanNext(bytes, &index)
            }
        } catch {
            guard let start else {
                return Outcome(passed: 0, flaw: error, hasPassedHead: isInBody)
            }
            heads = start.heads
            return Outcome(passed: start.index, flaw: error)
        }
        return Outcome(passed: bytes.count)
    }

    private var isInBody: Bool {
        switch step {
        case .chunkSize, .chunkExtension, .chunkSizeEnd, .chunkContentEnd, .chunkLineFeed: true
        default: head.isTrailers
        }
    }

    /// Scans at least one byte, and more where they are ordinary.
    private mutating func scanNext(
        _ bytes: UnsafeRawBufferPointer, _ index: inout Int
    ) throws(RequestFlaw) {
        switch step {
        case .content, .chunkContent:
            let count = min(remaining, bytes.count - index)
            index += count
            remaining -= count
            if remaining == 0 { step = step == .content ? .start : .chunkContentEnd }
        case .chunkSize, .chunkExtension, .chunkSizeEnd, .chunkContentEnd, .chunkLineFeed:
            try takeOfChunk(bytes[index])
            index += 1
        default:
            let first = index
            skipOrdinary(bytes, &index)
            // The length is checked before other flaws, so that the result does not depend on how the bytes
            // are split.
            try head.grow(by: index - first, headLimit: headLimit, partLimit: partLimit)
            guard index < bytes.count else { return }
            try takeOfHead(bytes[index])
            index += 1
            try head.grow(by: 1, headLimit: headLimit, partLimit: partLimit)
        }
    }

    // MARK: - Head

    /// Skips bytes of a head that neither end their element nor affect the framing.
    private mutating func skipOrdinary(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        switch step {
        case .method:
            while index < bytes.count, length < Self.methodLimit, isTokenByte(bytes[index]) {
                index += 1
                length += 1
            }
        case .version where length == 0: skipUsualVersion(bytes, &index)
        case .target:
            while index < bytes.count, isOrdinaryInTarget(bytes[index]) {
                index += 1
                length += 1
            }
        case .name:
            while index < bytes.count, isTokenByte(bytes[index]) {
                head.name.append(bytes[index])
                index += 1
            }
        case .value: head.skipOrdinaryValue(bytes, &index)
        default: break
        }
    }

    /// Skips the version that nearly every request has, when all of its bytes are there.
    private mutating func skipUsualVersion(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        guard bytes.count - index >= 8,
            bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) == usualVersion
        else { return }
        head.version = 11
        length = 8
        index += 8
    }

    private mutating func takeOfHead(_ byte: UInt8) throws(RequestFlaw) {
        switch step {
        case .start: try begin(byte)
        case .emptyLine: try expect(lineFeed, byte, then: .start, else: .requestLine)
        case .method:
            if byte == space { return enter(.target) }
            guard isTokenByte(byte) else { throw .requestLine }
            try lengthen(to: Self.methodLimit, else: .requestLine)
        case .target:
            if byte == space, length > 0 { return enter(.version) }
            guard isInTarget(byte) else { throw .requestLine }
            length += 1
            head.addPart()
        case .version: try takeOfVersion(byte)
        case .lineEnd:
            try expect(lineFeed, byte, then: .fieldStart, else: head.hasFields ? .field : .requestLine)
        case .fieldStart: try beginField(byte)
        case .name:
            guard byte == colon else { throw .field }
            enter(.value)
            try head.beginValue()
        case .value:
            if byte == carriageReturn {
                enter(.lineEnd)
                return try head.endValue()
            }
            guard isFieldByte(byte) else { throw .field }
            try head.takeOfValue(byte)
        case .headEnd:
            guard byte == lineFeed else { throw .field }
            try endHead()
        default: preconditionFailure("\(step) is no step of a head")
        }
    }

    /// Begins a request and skips one empty line before it, as RFC 9112, section 2.2, recommends.
    private mutating func begin(_ byte: UInt8) throws(RequestFlaw) {
        if byte == carriageReturn, !hasSkippedEmptyLine {
            hasSkippedEmptyLine = true
            return enter(.emptyLine)
        }
        guard isTokenByte(byte) else { throw .requestLine }
        hasSkippedEmptyLine = false
        head = RequestHead()
        enter(.method)
        length = 1
    }

    private mutating func takeOfVersion(_ byte: UInt8) throws(RequestFlaw) {
        if byte == carriageReturn {
            guard length == 8 else { throw .requestLine }
            enter(.lineEnd)
            return try head.endVersion()
        }
        switch length {
        case 0..<5: guard byte == versionPrefix[length] else { throw .requestLine }
        case 6: guard byte == UInt8(ascii: ".") else { throw .requestLine }
        default:
            guard let digit = decimalDigit(byte) else { throw .requestLine }
            head.version = head.version * 10 + digit
        }
        try lengthen(to: 8, else: .requestLine)
    }

    private mutating func beginField(_ byte: UInt8) throws(RequestFlaw) {
        if byte == carriageReturn { return enter(.headEnd) }
        // A blank would continue the line before (line folding).
        guard isTokenByte(byte) else { throw .field }
        head.beginField(byte)
        enter(.name)
    }

    private mutating func endHead() throws(RequestFlaw) {
        guard !head.isTrailers else {
            head = RequestHead()
            return enter(.start)
        }
        switch try head.framing() {
        case .length(let count):
            remaining = count
            enter(count == 0 ? .start : .content)
        case .chunks:
            remaining = 0
            enter(.chunkSize)
        }
        heads += 1
    }

    // MARK: - Chunks

    private mutating func takeOfChunk(_ byte: UInt8) throws(RequestFlaw) {
        switch step {
        case .chunkSize:
            if let digit = hexadecimalDigit(byte) {
                remaining = remaining << 4 | digit
                // Fifteen digits cannot overflow.
                return try lengthen(to: 15, else: .chunk)
            }
            guard length > 0 else { throw .chunk }
            if byte == UInt8(ascii: ";") { return enter(.chunkExtension) }
            try expect(carriageReturn, byte, then: .chunkSizeEnd, else: .chunk)
        case .chunkExtension:
            if byte == carriageReturn { return enter(.chunkSizeEnd) }
            guard isFieldByte(byte) else { throw .chunk }
            try lengthen(to: 256, else: .chunk)
        case .chunkSizeEnd:
            let isLast = remaining == 0
            if isLast { head = RequestHead(isTrailers: true) }
            try expect(lineFeed, byte, then: isLast ? .fieldStart : .chunkContent, else: .chunk)
        case .chunkContentEnd: try expect(carriageReturn, byte, then: .chunkLineFeed, else: .chunk)
        case .chunkLineFeed: try expect(lineFeed, byte, then: .chunkSize, else: .chunk)
        default: preconditionFailure("\(step) is no step of a chunk")
        }
    }

    // MARK: - Steps

    private mutating func enter(_ next: Step) {
        step = next
        length = 0
    }

    private mutating func lengthen(to limit: Int, else flaw: RequestFlaw) throws(RequestFlaw) {
        length += 1
        guard length <= limit else { throw flaw }
    }

    private mutating func expect(
        _ expected: UInt8, _ byte: UInt8, then next: Step, else flaw: RequestFlaw
    ) throws(RequestFlaw) {
        guard byte == expected else { throw flaw }
        enter(next)
    }
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")
private let space = UInt8(ascii: " ")
private let colon = UInt8(ascii: ":")
/// `HTTP/1.1`.
private let usualVersion = UInt64(bigEndian: 0x4854_5450_2F31_2E31)
private let versionPrefix: [5 of UInt8] = [0x48, 0x54, 0x54, 0x50, 0x2F]

private func isInTarget(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

/// Whether a byte of a target is ordinary and begins no further part of a query.
private func isOrdinaryInTarget(_ byte: UInt8) -> Bool {
    isInTarget(byte) && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "&")
}

/// Whether a byte may be in the value of a field (RFC 9110, 5.5).
func isFieldByte(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x09
}

private func decimalDigit(_ byte: UInt8) -> Int? {
    (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
}

private func hexadecimalDigit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
}
