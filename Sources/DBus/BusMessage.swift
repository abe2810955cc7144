import CSystemd
import Glibc

/// A D-Bus message; only for the thread of its connection.
@safe
package final class BusMessage {
    /// What a message is.
    package enum Kind: Sendable {
        case call, answer, refusal, signal
    }

    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Adds a reference to a message that belongs to the caller of a callback.
    convenience init?(sharing pointer: OpaquePointer?) {
        guard let shared = unsafe sd_bus_message_ref(pointer) else { return nil }
        unsafe self.init(owning: shared)
    }

    deinit { unsafe sd_bus_message_unref(pointer) }

    // MARK: - Header

    package var kind: Kind {
        var type: UInt8 = 0
        unsafe sd_bus_message_get_type(pointer, &type)
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_METHOD_CALL): return .call
        case Int(SD_BUS_MESSAGE_METHOD_RETURN): return .answer
        case Int(SD_BUS_MESSAGE_METHOD_ERROR): return .refusal
        default: return .signal
        }
    }

    package var path: String { unsafe text(sd_bus_message_get_path(pointer)) }
    package var interface: String { unsafe text(sd_bus_message_get_interface(pointer)) }
    package var member: String { unsafe text(sd_bus_message_get_member(pointer)) }
    package var sender: String { unsafe text(sd_bus_message_get_sender(pointer)) }

    /// The number of the call that it answers; `nil` where it answers none.
    package var answeredCall: UInt64? {
        var number: UInt64 = 0
        return unsafe sd_bus_message_get_reply_cookie(pointer, &number) >= 0 ? number : nil
    }

    /// Why a call was refused; `nil` for other messages.
    package var refusal: BusRefusal? {
        guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
        return unsafe BusRefusal(name: text(error.pointee.name), message: text(error.pointee.message))
    }

    private func text(_ characters: UnsafePointer<CChar>?) -> String {
        unsafe characters.map { unsafe String(cString: $0) } ?? ""
    }

    // MARK: - Reading

    /// The arguments; those from the first that cannot be read on are missing.
    package var arguments: [BusValue] {
        _ = unsafe sd_bus_message_rewind(pointer, 1)
        return rest()
    }

    /// The values up to the end of the container.
    private func rest() -> [BusValue] {
        var values: [BusValue] = []
        while let value = next() { values.append(value) }
        return values
    }

    private func next() -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
        let inside = unsafe text(contents)
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "v"): return unsafe container(type, contents) { self.next().map { .variant($0) } }
        case UInt8(ascii: "r"): return unsafe container(type, contents) { .structure(self.rest()) }
        case UInt8(ascii: "a") where inside == "y": return bytes()
        case UInt8(ascii: "a") where inside.hasPrefix("{"):
            let types = String(inside.dropFirst().dropLast())
            return unsafe container(type, contents) { .dictionary(self.entries(), of: types) }
        case UInt8(ascii: "a"): return unsafe container(type, contents) { .array(self.rest(), of: inside) }
        default: return basic(type)
        }
    }

    private func container(
        _ type: CChar, _ contents: UnsafePointer<CChar>?, _ read: () -> BusValue?
    ) -> BusValue? {
        guard unsafe sd_bus_message_enter_container(pointer, type, contents) > 0 else { return nil }
        let value = read()
        guard unsafe sd_bus_message_exit_container(pointer) >= 0 else { return nil }
        return value
    }

    private func entries() -> [BusEntry] {
        var entries: [BusEntry] = []
        while unsafe sd_bus_message_enter_container(pointer, CChar(UInt8(ascii: "e")), nil) > 0 {
            if let key = next(), let value = next() { entries.append(BusEntry(key: key, value: value)) }
            guard unsafe sd_bus_message_exit_container(pointer) >= 0 else { break }
        }
        return entries
    }

    private func bytes() -> BusValue? {
        var start: UnsafeRawPointer?
        var count = 0
        guard unsafe sd_bus_message_read_array(pointer, CChar(UInt8(ascii: "y")), &start, &count) >= 0 else {
            return nil
        }
        return unsafe .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
    }

    private func basic(_ type: CChar) -> BusValue? {
        switch UInt8(bitPattern: type) {
        case UInt8(ascii: "b"): number(type, Int32(0)).map { .boolean($0 != 0) }
        case UInt8(ascii: "y"): number(type, UInt8(0)).map { .byte($0) }
        case UInt8(ascii: "n"): number(type, Int16(0)).map { .int16($0) }
        case UInt8(ascii: "q"): number(type, UInt16(0)).map { .uint16($0) }
        case UInt8(ascii: "i"): number(type, Int32(0)).map { .int32($0) }
        case UInt8(ascii: "u"): number(type, UInt32(0)).map { .uint32($0) }
        case UInt8(ascii: "x"): number(type, Int64(0)).map { .int64($0) }
        case UInt8(ascii: "t"): number(type, UInt64(0)).map { .uint64($0) }
        case UInt8(ascii: "d"): number(type, 0.0).map { .double($0) }
        case UInt8(ascii: "s"): characters(type).map { .string($0) }
        case UInt8(ascii: "o"): characters(type).map { .path($0) }
        case UInt8(ascii: "g"): characters(type).map { .signature($0) }
        // A file descriptor has no value here.
        default: nil
        }
    }

    private func number<Number: BitwiseCopyable>(_ type: CChar, _ zero: Number) -> Number? {
        var number = zero
        return unsafe sd_bus_message_read_basic(pointer, type, &number) > 0 ? number : nil
    }

    private func characters(_ type: CChar) -> String? {
        var start: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(pointer, type, &start) > 0 else { return nil }
        return unsafe text(start)
    }

    // MARK: - Writing

    /// Adds an argument.
    func append(_ value: BusValue) {
        switch value {
        case .boolean(let truth): add("b", Int32(truth ? 1 : 0))
        case .byte(let number): add("y", number)
        case .int16(let number): add("n", number)
        case .uint16(let number): add("q", number)
        case .int32(let number): add("i", number)
        case .uint32(let number): add("u", number)
        case .int64(let number): add("x", number)
        case .uint64(let number): add("t", number)
        case .double(let number): add("d", number)
        case .string(let text): add("s", text)
        case .path(let text): add("o", text)
        case .signature(let text): add("g", text)
        case .bytes(let bytes):
            check(unsafe sd_bus_message_append_array(pointer, CChar(UInt8(ascii: "y")), bytes, bytes.count))
        case .array(let values, let type): inside("a", type) { for value in values { append(value) } }
        case .structure(let values):
            inside("r", values.map(\.type).joined()) { for value in values { append(value) } }
        case .dictionary(let entries, let types):
            inside("a", "{\(types)}") {
                for entry in entries {
                    inside("e", types) {
                        append(entry.key)
                        append(entry.value)
                    }
                }
            }
        case .variant(let value): inside("v", value.type) { append(value) }
        }
    }

    private func add<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ number: Number) {
        var number = number
        check(unsafe sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: type)), &number))
    }

    private func add(_ type: Unicode.Scalar, _ text: String) {
        check(
            unsafe text.withCString {
                unsafe sd_bus_message_append_basic(pointer, CChar(UInt8(ascii: type)), $0)
            })
    }

    private func inside(_ type: Unicode.Scalar, _ contents: String, _ write: () -> Void) {
        check(unsafe sd_bus_message_open_container(pointer, CChar(UInt8(ascii: type)), contents))
        write()
        check(unsafe sd_bus_message_close_container(pointer))
    }

    /// Only a wrong type, a mistake of this library, or a lack of memory makes the library refuse a value.
    private func check(_ code: Int32) {
        precondition(code >= 0, "D-Bus refuses a value: \(systemError(-code))")
    }
}

/// Why a call over D-Bus was refused.
package struct BusRefusal: Error, Hashable {
    /// The name of the error, such as `org.bluez.Error.NotReady`.
    package let name: String
    /// What the other program says.
    package let message: String

    /// Makes a refusal.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }
}
