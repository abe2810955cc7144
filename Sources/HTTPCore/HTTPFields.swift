/// The header fields of a message: an ordered list whose names ignore case.
///
/// All names and values are in one buffer, each ended by a NUL. So a request costs two allocations for any
/// number of fields, and a C library can read a response's fields without another copy.
public struct HTTPFields: Sendable {
    private struct Entry {
        var name: Int
        var value: Int
        var end: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of pairs.
    ///
    /// - Throws: ``HTTPFieldRefusal`` for the first pair that is not valid in a header.
    public init(_ pairs: [(String, String)]) throws(HTTPFieldRefusal) {
        for (name, value) in pairs { try add(name, value) }
    }

    /// How many fields there are; a name that occurs twice counts twice.
    public var count: Int { entries.count }

    /// Appends a field, and keeps earlier fields of the same name.
    ///
    /// - Throws: ``HTTPFieldRefusal`` when the name is not a token or the value contains CR, LF or NUL.
    public mutating func add(_ name: String, _ value: String) throws(HTTPFieldRefusal) {
        try Self.check(name, value)
        append(unchecked: name, value)
    }

    private static func check(_ name: String, _ value: String) throws(HTTPFieldRefusal) {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else { throw .badName }
        guard value.utf8.allSatisfy({ $0 != 13 && $0 != 10 && $0 != 0 }) else { throw .badValue }
    }

    /// Replaces all fields of this name with one.
    ///
    /// - Throws: ``HTTPFieldRefusal`` as ``add(_:_:)`` does; then nothing has changed.
    public mutating func set(_ name: String, _ value: String) throws(HTTPFieldRefusal) {
        try Self.check(name, value)
        remove(name)
        append(unchecked: name, value)
    }

    /// Removes every field of this name.
    public mutating func remove(_ name: String) {
        guard entries.contains(where: { matches($0, name) }) else { return }
        entries = entries.filter { !matches($0, name) }
    }

    /// The first value of this name.
    public subscript(name: String) -> String? {
        for entry in entries where matches(entry, name) { return value(of: entry) }
        return nil
    }

    /// All values of this name, in order.
    public func values(_ name: String) -> [String] {
        entries.filter { matches($0, name) }.map { value(of: $0) }
    }

    /// All fields, in order, with names as they were written.
    public var pairs: [(name: String, value: String)] {
        entries.map { (String(decoding: bytes[$0.name..<$0.value - 1], as: UTF8.self), value(of: $0)) }
    }

    /// Reserves room for a header of this size.
    package mutating func reserve(bytes size: Int) {
        bytes.reserveCapacity(size)
        entries.reserveCapacity(16)
    }

    /// Appends without a check: for bytes that a parser took from a header, and for constants.
    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(0)
        let middle = bytes.count
        bytes.append(contentsOf: value)
        entries.append(Entry(name: start, value: middle, end: bytes.count))
        bytes.append(0)
    }

    /// Appends without a check: for constants, and for values that were checked before.
    mutating func append(_ name: StaticString, _ value: String) {
        append(unchecked: name.description, value)
    }

    private mutating func append(unchecked name: String, _ value: String) {
        var name = name
        var value = value
        name.withUTF8 { name in
            value.withUTF8 { append(name: UnsafeRawBufferPointer(name), value: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Passes each field to a closure as two NUL-terminated strings, which are valid during the call only.
    package func forEachTerminated(_ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            for entry in entries { body(start + entry.name, start + entry.value) }
        }
    }

    /// Passes the bytes of the only value of this name to a closure, without a copy.
    ///
    /// - Returns: The result of `body`; `nil` without such a field, and with two or more.
    package func withOnlyValue<Result>(
        _ name: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        var found: Entry?
        for entry in entries where matches(entry, name) {
            guard found == nil else { return nil }
            found = entry
        }
        guard let found else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            body(UnsafeBufferPointer(rebasing: buffer[found.value..<found.end]))
        }
    }

    private func value(of entry: Entry) -> String {
        String(decoding: bytes[entry.value..<entry.end], as: UTF8.self)
    }

    private func matches(_ entry: Entry, _ name: String) -> Bool {
        guard entry.value - 1 - entry.name == name.utf8.count else { return false }
        var position = entry.name
        for byte in name.utf8 {
            guard lowercased(bytes[position]) == lowercased(byte) else { return false }
            position += 1
        }
        return true
    }
}

extension HTTPFields: Equatable {
    /// Whether both lists hold the same names, as written, and values in the same order.
    public static func == (left: HTTPFields, right: HTTPFields) -> Bool {
        left.count == right.count && zip(left.pairs, right.pairs).allSatisfy { $0 == $1 }
    }
}

/// Why a header field was refused.
public enum HTTPFieldRefusal: Error, Equatable {
    /// The name is empty, or has a character that is not allowed in a token.
    case badName
    /// The value has CR, LF or NUL, which would let a caller add other fields.
    case badValue
}

/// Lower case for ASCII letters, everything else unchanged.
func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
}

/// Whether a byte is allowed in a token (RFC 9110, 5.6.2).
func isTokenByte(_ byte: UInt8) -> Bool { tokenBytes.contains(byte) }

/// Letters, digits and any of ``!#$%&'*+-.^_`|~``.
let tokenBytes = ASCIISet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
