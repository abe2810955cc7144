import Essentials
import Foundation
import HTTPCore
import TestSupport
import Testing

@testable import vicinity

struct LogLineTests {
    private func line(_ message: String, _ request: String? = "7F3K92AB") -> LogLine {
        LogLine(
            time: Timestamp(millisecondsSinceEpoch: 1_795_800_000_123), level: .warning, message: message,
            request: request.flatMap { RequestID($0) })
    }

    @Test func `a sentence names its request once`() {
        #expect(line("The disk is full.").text == "The disk is full. [request 7F3K92AB]")
        #expect(line("Incident 7F3K92AB: x").text == "Incident 7F3K92AB: x")
        #expect(line("The disk is full.", nil).text == "The disk is full.")
    }

    @Test func `a line of JSON is one line`() {
        let time = Timestamp(millisecondsSinceEpoch: 1_795_800_000_123)
        #expect(
            line("a \"b\"\nc").json
                == #"{"time":"\#(time)","level":"warning","message":"a \"b\"\nc","request":"7F3K92AB"}"#)
        #expect(!line("a", nil).json.contains("request"))
    }

    @Test func `an entry of the journal has a field a line, and the length before a value of several lines`()
    {
        #expect(
            String(decoding: line("full").journalBytes, as: UTF8.self)
                == "MESSAGE=full\nPRIORITY=4\nSYSLOG_IDENTIFIER=vicinity\nVICINITY_REQUEST=7F3K92AB\n")
        let bytes = line("a\nb", nil).journalBytes
        #expect(
            bytes.starts(with: Array("MESSAGE\n".utf8) + [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\nb\n".utf8)))
    }

    @Test func `an entry is one datagram, and a journal that is not there takes none`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/j"
            #expect(!Journal.send([1], to: path))
            let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(receiver) }
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
            #expect(Journal.send(line("full").journalBytes, to: path))
            var buffer = [UInt8](repeating: 0, count: 1_000)
            let count = recv(receiver, &buffer, buffer.count, 0)
            #expect(Array(buffer.prefix(max(count, 0))) == line("full").journalBytes)
        }
    }

    @Test func `after many failures within a minute only their number is written`() {
        let log = FailureLog()
        let start = ContinuousClock.now
        let turns = (0..<100).map { _ in log.turn(at: start) }
        #expect(turns.prefix(60).allSatisfy { $0 == 0 } && turns.dropFirst(60).allSatisfy { $0 == nil })
        #expect(log.turn(at: start.advanced(by: .seconds(61))) == 40)
        #expect(log.turn(at: start.advanced(by: .seconds(62))) == 0)
    }
}
