import Beacons
import TestSupport
import Testing

/// Decoders survive any bytes (B1); what they find in random ones is checked against a plain reading.
@Suite struct RandomBytesTests {
    @Test(arguments: 0..<50)
    func `random packets never trap, and reports lie within the packet`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let packet = generator.packet()
            var end = 0
            do throws(FrameDefect) {
                try HCIEvent.forEachAdvertisingReport(in: packet.span) { report in
                    #expect(report.data.lowerBound > end && report.data.upperBound <= packet.count)
                    end = report.data.upperBound
                }
            } catch {
                #expect(FrameDefect.allCases.contains(error))
            }
        }
    }

    @Test(arguments: 0..<50)
    func `an iBeacon frame is found in random data exactly where one stands`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let data = generator.advertisingData()
            let expected = frame(in: data)
            do throws(FrameDefect) {
                let found = try AdvertisingData.iBeacon(in: data.span)
                #expect(found?.manufacturerData == expected)
            } catch {
                #expect(expected == nil)
            }
        }
    }

    /// The content of the first frame, read in the plainest way.
    private func frame(in data: [UInt8]) -> [UInt8]? {
        var rest = data[...]
        while let length = rest.first, length > 0, rest.count > Int(length) {
            let structure = rest.dropFirst().prefix(Int(length))
            if structure.count == 26, structure.starts(with: [0xFF, 0x4C, 0x00, 0x02, 0x15]) {
                return Array(structure.dropFirst())
            }
            rest = rest.dropFirst(Int(length) + 1)
        }
        return nil
    }
}

extension SplitMix64 {
    /// Random bytes, mostly behind the beginning of a report.
    fileprivate mutating func packet() -> [UInt8] {
        let bytes = self.bytes(.random(in: 0...80, using: &self))
        switch UInt8.random(in: 0...3, using: &self) {
        case 0: return bytes
        case 1: return [4, 0x3E, UInt8(bytes.count + 1), 0x02] + bytes
        case 2: return [4, 0x3E, UInt8(bytes.count + 4), 0x02, 1, 0, 0] + bytes
        default: return [4, 0x3E, UInt8(bytes.count + 5), 0x0D, 1, 0x13, 0, 1] + bytes
        }
    }

    /// Structures of random length, some of them frames, some damaged.
    fileprivate mutating func advertisingData() -> [UInt8] {
        var data: [UInt8] = []
        for _ in 0..<Int.random(in: 0...4, using: &self) {
            let frame: [UInt8] = [26, 0xFF, 0x4C, 0x00, 0x02, 0x15] + bytes(21)
            switch UInt8.random(in: 0...9, using: &self) {
            case 0...3: data += frame
            case 4: data += [25] + frame.dropFirst().dropLast()
            case 5: data += frame.dropLast(.random(in: 1...26, using: &self))
            default:
                let content = bytes(.random(in: 0...12, using: &self))
                data += [UInt8(content.count + 1), next() % 2 == 0 ? 0xFF : 0x01] + content
            }
        }
        return data
    }
}
