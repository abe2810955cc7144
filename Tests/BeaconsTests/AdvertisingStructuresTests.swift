import Beacons
import TestSupport
import Testing

@Suite struct AdvertisingStructuresTests {
    @Test func `structures come in order, with the place of their bytes`() throws {
        let data = try bytes("020106 0409414243 01ff 00 0201")
        #expect(
            structures(in: data).whole == [
                AdvertisingStructure(type: 0x01, content: 2..<3),
                AdvertisingStructure(type: 0x09, content: 5..<8),
                AdvertisingStructure(type: 0xFF, content: 10..<10),
            ])
        #expect(structures(in: data).defect == nil)
    }

    @Test func `what came before a structure that runs past the end is kept`() throws {
        let found = structures(in: try bytes("020106 0409"))
        #expect(found.whole == [AdvertisingStructure(type: 0x01, content: 2..<3)])
        #expect(found.defect == .truncatedStructure)
    }

    @Test func `after the end and after a defect there is nothing new`() throws {
        let data = try bytes("020106 05")
        var cursor = AdvertisingStructures()
        #expect(try cursor.next(in: data.span) != nil)
        for _ in 0..<3 {
            #expect(throws: FrameDefect.truncatedStructure) { try cursor.next(in: data.span) }
        }
    }

    @Test(arguments: 0..<100)
    func `any bytes are taken apart without a gap`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let data = generator.bytes(Int.random(in: 0...300, using: &generator)).map { $0 % 24 }
        let found = structures(in: data)
        var offset = 0
        for structure in found.whole {
            #expect(structure.content.lowerBound == offset + 2)
            #expect(structure.content.count == Int(data[offset]) - 1)
            #expect(structure.type == data[offset + 1])
            offset = structure.content.upperBound
        }
        if found.defect == nil {
            #expect(offset == data.count || data[offset] == 0)
        } else {
            #expect(offset + 1 + Int(data[offset]) > data.count)
        }
    }

    private func structures(in data: [UInt8]) -> (whole: [AdvertisingStructure], defect: FrameDefect?) {
        var whole: [AdvertisingStructure] = []
        var cursor = AdvertisingStructures()
        do throws(FrameDefect) {
            while let structure = try cursor.next(in: data.span) { whole.append(structure) }
            return (whole, nil)
        } catch {
            return (whole, error)
        }
    }
}
