import Glibc
import Foundation
import Synchronization

/// A controller on a Unix socket, for one connection after the other: it takes each command, except those that it refuses.
final class FakeController: Sendable {
    let path = Device.newFolder() + "-hci"
    private let listener: Int32
    private let state = Mutex((refused: [UInt16: UInt8](), codes: [UInt16](), connection: Int32(-1)))

    /// Refuses a command from now on; the error is that it is unknown, if no other is named.
    func refuse(_ code: UInt16, error: UInt8 = 1) { state.withLock { $0.refused[code] = error } }

    /// Takes a command that it refused before.
    func accept(_ code: UInt16) { state.withLock { $0.refused[code] = nil } }

    /// The commands that have come.
    var codes: [UInt16] { state.withLock { $0.codes } }

    init() throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0, listen(listener, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
        // Ends with the process.
        Thread.detachNewThread { [self] in
            while true { serve(Glibc.accept(listener, nil, nil)) }
        }
    }

    /// Sends an advertising report of an iBeacon.
    func report(_ data: [UInt8]) {
        let report: [UInt8] = [2, 1, 3, 0, 1, 2, 3, 4, 5, 6, UInt8(data.count)] + data + [0xC4]
        send([4, 0x3E, UInt8(report.count)] + report)
    }

    private func serve(_ connection: Int32) {
        state.withLock { $0.connection = connection }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 512)
        while true {
            let count = read(connection, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
            while bytes.count >= 4, bytes.count >= 4 + Int(bytes[3]) {
                take(UInt16(bytes[1]) | UInt16(bytes[2]) << 8)
                bytes.removeFirst(4 + Int(bytes[3]))
            }
        }
        close(connection)
    }

    private func take(_ code: UInt16) {
        let error = state.withLock { state in
            state.codes.append(code)
            return state.refused[code]
        }
        // Success with parameters of nothing but zeros; features that include Low Energy.
        var answer = [UInt8](repeating: 0, count: 12)
        answer[0] = error ?? 0
        answer[5] = code == 0x1003 ? 0x40 : 0
        send([4, 0x0E, UInt8(3 + answer.count), 1, UInt8(code & 0xFF), UInt8(code >> 8)] + answer)
    }

    private func send(_ bytes: [UInt8]) {
        let connection = state.withLock { $0.connection }
        _ = write(connection, bytes, bytes.count)
    }
}
