import Glibc

/// An open connection to a controller, in the H4 form; closed when the value ends.
struct HCIConnection: ~Copyable {
    let descriptor: Int32

    deinit { close(descriptor) }

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - adapter: A controller: no adapter of BlueZ.
    ///   - timing: How long the connection may take.
    ///   - stop: Ends the wait.
    /// - Throws: ``BluetoothFailure``.
    init(to adapter: Adapter, timing: RadioTiming, stop: StopSignal) throws(BluetoothFailure) {
        switch adapter {
        case .tcp(let host, let port): self = try .tcp(host, port, adapter, timing, stop)
        case .unix(let path): self = try .unix(path, adapter)
        case .serial(let path, let baud): self = try .serial(path, baud, adapter)
        case .userChannel(let number): self = try .userChannel(number)
        case .automatic, .bluez: preconditionFailure("\(adapter) is no controller")
        }
    }

    /// Sends a packet.
    ///
    /// - Throws: ``BluetoothFailure`` when the connection was lost, or takes nothing for the time of an answer.
    borrowing func write(
        _ packet: [UInt8], _ name: String, _ owner: RadioThread
    ) throws(BluetoothFailure) {
        var sent = 0
        while sent < packet.count {
            let rest = packet[sent...]
            let count = unsafe rest.withUnsafeBytes {
                // A socket whose other end has gone fails with EPIPE; a plain write would end the program with SIGPIPE.
                let count = unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                guard count < 0, errno == ENOTSOCK else { return count }
                return unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                sent += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                let wake = owner.stop.wait(
                    for: descriptor, events: Int32(POLLOUT), atMost: owner.timing.answer, ignoresRequest: true
                )
                guard wake == .ready else {
                    throw BluetoothFailure(
                        .noAnswer,
                        "\(name) takes no bytes: check that the controller is on and drives CTS.")
                }
            default: throw .connectionLost(name, isClosed: false)
            }
        }
    }
}

// MARK: - Sockets

extension HCIConnection {
    private static func tcp(
        _ host: String, _ port: UInt16, _ adapter: Adapter, _ timing: RadioTiming, _ stop: StopSignal
    ) throws(BluetoothFailure) -> HCIConnection {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, "\(port)", &hints, &list)
        guard code == 0 else {
            let text = unsafe String(cString: gai_strerror(code))
            throw BluetoothFailure(.notReachable, "\(adapter): the host has no address: \(text).")
        }
        defer { unsafe freeaddrinfo(list) }
        var failure = BluetoothFailure(.notReachable, "\(adapter): the host has no address.")
        var next = unsafe list
        while let entry = unsafe next {
            do throws(BluetoothFailure) {
                return try unsafe connected(
                    entry.pointee.ai_family, entry.pointee.ai_addr, entry.pointee.ai_addrlen, adapter, timing,
                    stop)
            } catch {
                failure = error
            }
            unsafe next = entry.pointee.ai_next
        }
        throw failure
    }

    private static func unix(_ path: String, _ adapter: Adapter) throws(BluetoothFailure) -> HCIConnection {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else {
            throw BluetoothFailure(
                .notReachable, "\(adapter): the path of a socket has at most \(room - 1) bytes.")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return try unsafe withUnsafePointer(to: &address) { pointer throws(BluetoothFailure) in
            try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                pointer throws(BluetoothFailure) in
                try unsafe connected(
                    AF_UNIX, pointer, socklen_t(MemoryLayout<sockaddr_un>.size), adapter, nil, nil)
            }
        }
    }

    private static func connected(
        _ family: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t, _ adapter: Adapter,
        _ timing: RadioTiming?, _ stop: StopSignal?
    ) throws(BluetoothFailure) -> HCIConnection {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = HCIConnection(owning: socket(family, type, 0))
        guard connection.descriptor >= 0 else { throw notReachable(adapter, errno) }
        if unsafe connect(connection.descriptor, address, length) != 0 {
            guard errno == EINPROGRESS, let timing, let stop else { throw notReachable(adapter, errno) }
            let wake = stop.wait(
                for: connection.descriptor, events: Int32(POLLOUT), atMost: timing.connection)
            guard wake == .ready else { throw notReachable(adapter, ETIMEDOUT) }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            unsafe getsockopt(connection.descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            guard code == 0 else { throw notReachable(adapter, code) }
        }
        if family != AF_UNIX {
            var yes: Int32 = 1
            // Commands are short, and each one waits for its answer.
            unsafe setsockopt(
                connection.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes,
                socklen_t(MemoryLayout<Int32>.size))
        }
        return connection
    }

    private static func notReachable(_ adapter: Adapter, _ code: Int32) -> BluetoothFailure {
        if code == EACCES || code == EPERM {
            return BluetoothFailure(
                .notPermitted, "\(adapter) may not be opened by this user: check its owner with ls -l.")
        }
        return BluetoothFailure(
            .notReachable, "\(adapter) cannot be reached: \(systemError(code)). Start the controller there.")
    }
}

// MARK: - Serial lines

extension HCIConnection {
    private static func serial(
        _ path: String, _ baud: UInt32, _ adapter: Adapter
    ) throws(BluetoothFailure) -> HCIConnection {
        guard let speed = SerialSpeed(baud) else {
            throw BluetoothFailure(
                .unsupported, "\(adapter): the system has no speed of \(baud) bits per second.")
        }
        let connection = HCIConnection(
            owning: unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
        guard connection.descriptor >= 0 else { throw serialFailure(path, errno) }
        var settings = termios()
        guard unsafe tcgetattr(connection.descriptor, &settings) == 0 else {
            throw BluetoothFailure(.unsupported, "\(path) is no serial line.")
        }
        unsafe cfmakeraw(&settings)
        // RTS and CTS hold the sender back while a buffer is full; without them bytes are lost.
        settings.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD) | hardwareFlowControl
        unsafe cfsetspeed(&settings, speed.code)
        guard unsafe tcsetattr(connection.descriptor, TCSANOW, &settings) == 0 else {
            throw BluetoothFailure(
                .unsupported,
                "\(path) refuses \(baud) bits per second with RTS and CTS: \(systemError(errno)).")
        }
        tcflush(connection.descriptor, TCIOFLUSH)
        return connection
    }

    private static func serialFailure(_ path: String, _ code: Int32) -> BluetoothFailure {
        switch code {
        case ENOENT, ENXIO, ENODEV:
            BluetoothFailure(
                .noAdapter, "\(path) is not there: plug the adapter in, and look with ls /dev/tty*.")
        case EACCES, EPERM:
            BluetoothFailure(
                .notPermitted,
                "\(path) may not be opened by this user: sudo usermod --append --groups dialout $USER, "
                    + "then sign in again.")
        case EBUSY:
            BluetoothFailure(
                .busy, "\(path) is used by another program: sudo fuser --verbose \(path) names it.")
        default: BluetoothFailure(.notReachable, "\(path) cannot be opened: \(systemError(code)).")
        }
    }

    /// `CRTSCTS`, which Swift does not import.
    private static var hardwareFlowControl: tcflag_t { 0o20_000_000_000 }
}

// MARK: - The kernel

extension HCIConnection {
    /// Borrows an adapter from the kernel.
    ///
    /// Structure and numbers: the kernel's include/net/bluetooth/hci_sock.h and bluetooth.h.
    private static func userChannel(_ number: UInt16) throws(BluetoothFailure) -> HCIConnection {
        let (family, hci, channel): (Int32, Int32, UInt16) = (31, 1, 1)
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = HCIConnection(owning: socket(family, type, hci))
        guard connection.descriptor >= 0 else { throw userChannelFailure(number, errno) }
        var address: (UInt16, UInt16, UInt16) = (UInt16(family), number, channel)
        let code = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(connection.descriptor, $0, socklen_t(MemoryLayout<(UInt16, UInt16, UInt16)>.size))
            }
        }
        guard code == 0 else { throw userChannelFailure(number, errno) }
        return connection
    }

    /// Explains why the kernel does not lend an adapter.
    static func userChannelFailure(_ number: UInt16, _ code: Int32) -> BluetoothFailure {
        let name = "hci\(number)"
        switch code {
        case EAFNOSUPPORT, EPROTONOSUPPORT:
            return BluetoothFailure(
                .unsupported,
                "\(name): this kernel has no Bluetooth (sudo modprobe bluetooth loads it where it is a module)."
            )
        case EPERM, EACCES:
            return BluetoothFailure(
                .notPermitted,
                "\(name) may not be used by this user: sudo setcap cap_net_admin,cap_net_raw+ep $(command -v vicinity) "
                    + "permits it to this program, or use --adapter bluez.")
        case EBUSY:
            return BluetoothFailure(
                .busy,
                "\(name) is in use: sudo hciconfig \(name) down, or sudo systemctl stop bluetooth, or use --adapter bluez."
            )
        case ENODEV:
            return BluetoothFailure(
                .noAdapter,
                "There is no adapter \(name): ls /sys/class/bluetooth lists those that the kernel knows.")
        case ERFKILL:
            return BluetoothFailure(.poweredOff, "\(name) is blocked: sudo rfkill unblock bluetooth.")
        default: return BluetoothFailure(.notReachable, "\(name) cannot be opened: \(systemError(code)).")
        }
    }
}

/// What the system says about an error number.
func systemError(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
