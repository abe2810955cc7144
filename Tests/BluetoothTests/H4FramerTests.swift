import TestSupport
import Testing

@testable import Bluetooth

struct H4FramerTests {
    /// The real scan response of radio.md 1.5.
    private let report: [UInt8] = [
        0x04, 0x3E, 0x27, 0x02, 0x01, 0x04, 0x00, 0xAB, 0x6F, 0xBF, 0x38, 0xC1, 0xA4, 0x1B, 0x1A, 0xFF, 0x4C,
        0x00,
        0x02, 0x15, 0x49, 0x4E, 0x54, 0x45, 0x4C, 0x4C, 0x49, 0x5F, 0x52, 0x4F, 0x43, 0x4B, 0x53, 0x5F, 0x48,
        0x57,
        0x50, 0x72, 0xF2, 0xFF, 0xC2, 0xCF,
    ]
    private let resetDone: [UInt8] = [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]

    private func packets(_ framer: inout H4Framer, _ bytes: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = framer.fill { room in
                let count = min(room.count, rest.count)
                unsafe room.copyBytes(from: rest.prefix(count))
                return count
            }
            rest = rest.dropFirst(count)
            while let range = framer.nextPacket() { packets.append(Array(framer.bytes[range])) }
        }
        return packets
    }

    @Test(arguments: [1, 2, 3, 5, 1000])
    func `packets are found however the bytes arrive`(size: Int) {
        var framer = H4Framer()
        let bytes = resetDone + report + report + resetDone
        var found: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += packets(&framer, Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(found == [resetDone, report, report, resetDone])
        #expect(framer.skippedCount == 0)
    }

    @Test(arguments: [
        [0x30], [0xFF, 0xFF], [0x02, 0x00, 0x00], [0x04, 0x0E, 0x00], [0x04, 0x10, 0x09],
        [0x04, 0x3E, 0x27, 0x77],
    ])
    func `bytes that make no sense are skipped`(rubbish: [Int]) {
        var framer = H4Framer()
        let found = packets(&framer, rubbish.map { UInt8($0) } + report + resetDone)
        #expect(found == [report, resetDone])
        #expect(framer.skippedCount == rubbish.count)
    }

    @Test func `a long stream does not outgrow the buffer`() {
        var framer = H4Framer(capacity: 300)
        let found = packets(&framer, Array(repeating: report, count: 500).flatMap { $0 })
        #expect(found.count == 500)
        #expect(found.allSatisfy { $0 == report })
    }

    @Test func `any bytes leave a framer that finds the packets after them`() {
        var generator = SplitMix64(seed: 16)
        for _ in 0..<2000 {
            var framer = H4Framer()
            let rubbish = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            // An event that begins in the rubbish takes at most 258 bytes, and the next beginning may do so again.
            let found = packets(&framer, rubbish + Array(repeating: report, count: 40).flatMap { $0 })
            #expect(found.suffix(5).allSatisfy { $0 == report })
        }
    }
}
