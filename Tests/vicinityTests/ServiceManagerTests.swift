import Testing

@testable import vicinity

struct ServiceManagerTests {
    @Test(
        arguments: [
            (["NOTIFY_SOCKET": "/run/notify"], nil),
            (["NOTIFY_SOCKET": "@name", "WATCHDOG_USEC": "3000000"], 1.5),
            (["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], 1.5),
            (["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], nil),
            (["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "none"], nil),
            (["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "0"], nil),
        ] as [([String: String], Double?)])
    func `half of the manager's patience is the time between two signs of life`(
        environment: [String: String], seconds: Double?
    ) throws {
        let manager = try #require(ServiceManager(environment: environment, process: 7))
        #expect(manager.watchdogInterval == seconds.map { .seconds($0) })
    }

    @Test(arguments: ["", "relative", "/" + String(repeating: "a", count: 200)])
    func `an address that is none counts as no manager`(path: String) {
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": path]) == nil)
        #expect(ServiceManager(environment: [:]) == nil)
    }

    @Test(arguments: [
        [:], ["LISTEN_FDS": "1"], ["LISTEN_FDS": "1", "LISTEN_PID": "8"],
        ["LISTEN_FDS": "0", "LISTEN_PID": "7"],
    ])
    func `sockets of another process are not taken`(environment: [String: String]) throws {
        #expect(try PassedSocket.find(environment: environment, process: 7) == nil)
    }

    @Test func `two sockets, and one that does not listen, are refused`() {
        #expect(throws: CommandFailure.self) {
            try PassedSocket.find(environment: ["LISTEN_FDS": "2", "LISTEN_PID": "7"], process: 7)
        }
        #expect(throws: CommandFailure.self) { try PassedSocket(descriptor: -1) }
    }
}
