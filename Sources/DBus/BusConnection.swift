import CSystemd
import Glibc

/// Which bus of this machine.
package enum Bus: Sendable {
    /// The one of the system, which `DBUS_SYSTEM_BUS_ADDRESS` names elsewhere.
    case system
    /// The one of the person's session, which `DBUS_SESSION_BUS_ADDRESS` names elsewhere.
    case session
}

/// Why a bus cannot be used.
package struct BusFailure: Error, CustomStringConvertible {
    /// What the system says.
    package let description: String
}

/// A connection to a bus; only for one thread, or one actor, at a time, as sd-bus demands.
@safe
package final class BusConnection {
    private let pointer: OpaquePointer
    private var slot: OpaquePointer?
    /// Takes each message that comes, and tells whether it was a call that has been answered.
    package var onMessage: ((BusMessage) -> Bool)?

    /// Connects to a bus.
    ///
    /// - Throws: ``BusFailure`` when there is none.
    package init(_ which: Bus) throws(BusFailure) {
        var bus: OpaquePointer?
        let code =
            switch which {
            case .system: unsafe sd_bus_open_system(&bus)
            case .session: unsafe sd_bus_open_user(&bus)
            }
        guard code >= 0, let bus = unsafe bus else { throw BusFailure(description: systemError(-code)) }
        unsafe pointer = bus
        unsafe sd_bus_add_filter(bus, &slot, takeBusMessage, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        unsafe sd_bus_slot_unref(slot)
        unsafe sd_bus_flush_close_unref(pointer)
    }

    /// What to wait for, to know when ``process()`` has work.
    package var wait: (descriptor: Int32, events: Int32, limit: Duration?) {
        var microseconds: UInt64 = .max
        unsafe sd_bus_get_timeout(pointer, &microseconds)
        var limit: Duration?
        if microseconds != .max {
            var time = timespec()
            unsafe clock_gettime(CLOCK_MONOTONIC, &time)
            let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
            limit = .microseconds(Int64(clamping: microseconds > now ? microseconds - now : 0))
        }
        return unsafe (sd_bus_get_fd(pointer), sd_bus_get_events(pointer), limit)
    }

    /// Sends and takes all messages that are ready.
    ///
    /// - Throws: ``BusFailure`` when the bus has gone.
    package func process() throws(BusFailure) {
        while true {
            let code = unsafe sd_bus_process(pointer, nil)
            if code == 0 { return }
            guard code > 0 else { throw BusFailure(description: systemError(-code)) }
        }
    }

    // MARK: - Calls

    /// Makes a call.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String,
        _ arguments: [BusValue] = []
    ) -> BusMessage {
        var message: OpaquePointer?
        let code = unsafe sd_bus_message_new_method_call(
            pointer, &message, destination, path, interface, member)
        return unsafe filled(message, code, arguments)
    }

    /// Makes an answer to a call.
    package func answer(to call: BusMessage, _ arguments: [BusValue] = []) -> BusMessage {
        var message: OpaquePointer?
        let code = unsafe sd_bus_message_new_method_return(call.pointer, &message)
        return unsafe filled(message, code, arguments)
    }

    /// Makes a signal.
    package func signal(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue])
        -> BusMessage
    {
        var message: OpaquePointer?
        let code = unsafe sd_bus_message_new_signal(pointer, &message, path, interface, member)
        return unsafe filled(message, code, arguments)
    }

    private func filled(_ message: OpaquePointer?, _ code: Int32, _ arguments: [BusValue]) -> BusMessage {
        guard code >= 0, let message = unsafe message else {
            // Names are ours; a lost connection takes messages until it is processed.
            preconditionFailure("D-Bus refuses a message: \(systemError(-code))")
        }
        let filled = unsafe BusMessage(owning: message)
        for argument in arguments { filled.append(argument) }
        return filled
    }

    /// Sends a message without waiting.
    ///
    /// - Returns: Its number, which its answer names.
    @discardableResult
    package func send(_ message: BusMessage) -> UInt64 {
        var number: UInt64 = 0
        // A connection that was lost shows when it is processed.
        unsafe sd_bus_send(pointer, message.pointer, &number)
        return number
    }

    /// Sends a call and waits for the answer; other messages wait until ``process()``.
    ///
    /// - Throws: ``BusRefusal``.
    package func answer(_ call: BusMessage, within limit: Duration) throws(BusRefusal) -> [BusValue] {
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        var reply: OpaquePointer?
        let microseconds = UInt64(max(1, limit / .microseconds(1)))
        let code = unsafe sd_bus_call(pointer, call.pointer, microseconds, &error, &reply)
        guard code >= 0, let reply = unsafe reply else {
            throw unsafe BusRefusal(
                name: error.name.map { unsafe String(cString: $0) } ?? "",
                message: error.message.map { unsafe String(cString: $0) } ?? systemError(-code))
        }
        return unsafe BusMessage(owning: reply).arguments
    }
}

/// What the system says about an error number.
func systemError(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }

/// sd-bus calls this on the thread that processes the connection.
private func takeBusMessage(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let context = unsafe context, let message = unsafe BusMessage(sharing: message) else { return 0 }
    let connection = unsafe Unmanaged<BusConnection>.fromOpaque(context).takeUnretainedValue()
    return connection.onMessage?(message) == true ? 1 : 0
}
