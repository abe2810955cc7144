import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Codes of tablets at entrances, and scans of them, as values.
struct DoorCodeTests {
    private let key = [UInt8](repeating: 7, count: 32)
    private let start = Timestamp(millisecondsSinceEpoch: 1_760_000_010_000)

    private func tablet(_ name: String = "door-1") throws -> DeviceID { try #require(DeviceID(name)) }

    private func after(_ seconds: Double) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    @Test
    func `a code stays for half a minute, and the next one is another`() throws {
        let codes = try [0, 29.999, 30, 59.999].map { DoorCode(of: try tablet(), at: after($0), key: key) }
        #expect(codes[0] == codes[1])
        #expect(codes[1] != codes[2])
        #expect(codes[2] == codes[3])
        #expect(codes[0].start == start)
        #expect(codes[0].end == after(30))
    }

    @Test(arguments: [(0.0, true), (59.999, true), (60, false), (3_600, false), (-0.001, false)])
    func `W14: a code is valid for 60 seconds at most, and a photographed old code is refused`(
        seconds: Double, isValid: Bool
    ) throws {
        let shown = DoorCode(of: try tablet(), at: start, key: key)
        if isValid {
            #expect(try DoorCode(scanned: shown.text, at: after(seconds), key: key) == shown)
        } else {
            #expect(throws: DoorCodeRefusal.expired) {
                try DoorCode(scanned: shown.text, at: after(seconds), key: key)
            }
        }
    }

    @Test
    func `a code of another tablet, another time or another key is unknown`() throws {
        let text = DoorCode(of: try tablet(), at: start, key: key).text
        let other = DoorCode(of: try tablet("door-2"), at: start, key: key).text
        let later = DoorCode(of: try tablet(), at: after(30), key: key).text
        // The code of this tablet under the name of the other, and the end of a later code behind its own beginning.
        let renamed = "door-2" + text.dropFirst("door-1".count)
        let moved = text.prefix(12) + later.dropFirst(12)
        for forged in [renamed, String(moved)] {
            #expect(forged != text && forged != other && forged != later)
            #expect(throws: DoorCodeRefusal.unknown) {
                try DoorCode(scanned: forged, at: after(31), key: key)
            }
        }
        #expect(throws: DoorCodeRefusal.unknown) {
            try DoorCode(scanned: text, at: start, key: [UInt8](repeating: 8, count: 32))
        }
    }

    @Test(arguments: [
        "", ".", "door", "door.", ".AAAA", "door.AAAA", "door.AAAAAAAAAAAAAAAAAAAAA=",
        "DOOR.AAAAAAAAAAAAAAAAAAAAAA", "\u{0}.AA",
        String(repeating: "a", count: 5_000) + ".AAAA",
    ])
    func `any other text is unknown, as a code and as a scan`(text: String) {
        #expect(throws: DoorCodeRefusal.unknown) { try DoorCode(scanned: text, at: start, key: key) }
        #expect(throws: DoorCodeRefusal.unknown) { try DoorScan(text, at: start, key: key) }
    }

    @Test
    func `a scan can be confirmed for ten minutes, for its own entrance`() throws {
        let entrance = try #require(SpotID("door"))
        let scan = DoorScan(of: entrance, at: start, key: key)
        #expect(try DoorScan(scan.text, at: after(599.999), key: key) == scan)
        #expect(throws: DoorCodeRefusal.expired) { try DoorScan(scan.text, at: after(600), key: key) }
        let renamed = "gate" + scan.text.dropFirst("door".count)
        #expect(throws: DoorCodeRefusal.unknown) { try DoorScan(renamed, at: start, key: key) }
        // A code is no scan.
        let code = DoorCode(of: try tablet("door"), at: start, key: key).text
        #expect(throws: DoorCodeRefusal.unknown) { try DoorScan(code, at: start, key: key) }
    }
}
