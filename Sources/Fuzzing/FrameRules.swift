import Beacons

extension AdvertisementRules {
    /// Each frame is written as it was read, and what describes it can be computed.
    static func checkFrames(in data: [UInt8]) throws(BrokenRule) {
        let found = frames(in: data)
        for frame in found.frames {
            if case .btHome(let frame) = frame {
                try checkObjects(of: frame, in: data)
                continue
            }
            guard let written = frame.advertisingData else { throw BrokenRule("A frame cannot be written.") }
            let again = frames(in: written)
            try BrokenRule.unless(
                again.frames == [frame] && again.defect == nil,
                "A frame changed when it was written and read.")
            if case .eddystoneURL(let frame) = frame {
                // The shortest form of an address can differ from the one that was sent, but not its text.
                let text = frame.url.text
                try BrokenRule.unless(
                    EddystoneURL(text).map { $0.text == text } ?? true,
                    "An address changed when it was written.")
            }
        }
        try checkElements(of: data)
    }

    /// A packet from the air lies within its bytes; a legacy one is written as it was read.
    static func checkLinkLayer(_ packet: [UInt8]) throws(BrokenRule) {
        for hasCodingIndicator in [false, true] {
            let report: AdvertisingReport
            do throws(FrameDefect) {
                report = try LinkLayerPacket.advertisement(
                    in: packet.span, rssi: nil, isChecked: true, hasCodingIndicator: hasCodingIndicator)
            } catch {
                continue
            }
            try BrokenRule.unless(
                report.data.lowerBound >= 6 && report.data.upperBound <= packet.count,
                "A packet has data that lies outside of it.")
            let data = Array(packet[report.data])
            guard let written = LinkLayerPacket.packet(of: report, data: data) else { continue }
            var again: AdvertisingReport
            do throws(FrameDefect) {
                again = try LinkLayerPacket.advertisement(in: written.span, rssi: nil)
            } catch {
                throw BrokenRule("A packet that was written cannot be read: \(error)")
            }
            let isSame = Array(written[again.data]) == data
            again.data = report.data
            try BrokenRule.unless(isSame && again == report, "A packet changed when it was written and read.")
        }
    }

    private static func checkObjects(of frame: BTHomeFrame, in data: [UInt8]) throws(BrokenRule) {
        try BrokenRule.unless(
            frame.content.lowerBound >= 1 && frame.content.upperBound <= data.count,
            "A frame has objects outside of its data.")
        guard !frame.isEncrypted else { return }
        var objects = BTHomeObjects(frame.content)
        var end = frame.content.lowerBound
        while let object = next(&objects, in: data) {
            let isInside =
                object.value.lowerBound > end && object.value.upperBound <= frame.content.upperBound
            try BrokenRule.unless(isInside, "An object lies outside of its frame.")
            end = object.value.upperBound
            let bytes = Array(data[object.value])
            let written =
                if let number = object.number(in: data.span) {
                    BTHomeObject.bytes(identifier: object.identifier, number: number)
                } else {
                    BTHomeObject.bytes(identifier: object.identifier, content: bytes)
                }
            try BrokenRule.unless(
                written.map { Array($0.suffix(bytes.count)) } == bytes,
                "An object changed when it was written.")
        }
    }

    private static func next(_ objects: inout BTHomeObjects, in data: [UInt8]) -> BTHomeObject? {
        do throws(FrameDefect) { return try objects.next(in: data.span) } catch { return nil }
    }

    /// What a structure means lies within it.
    private static func checkElements(of data: [UInt8]) throws(BrokenRule) {
        var structures = AdvertisingStructures()
        while let structure = next(&structures, in: data) {
            let element: AdvertisingElement
            do throws(FrameDefect) {
                element = try AdvertisingElement(structure, in: data.span)
            } catch {
                continue
            }
            let range: Range<Int>
            switch element {
            case .services16(let content, _), .services128(let content, _), .name(let content, _):
                range = content
            case .serviceData(_, let content), .manufacturerData(_, let content): range = content
            case .other(let structure): range = structure.content
            case .flags, .transmitPower: continue
            }
            try BrokenRule.unless(
                structure.content.lowerBound <= range.lowerBound
                    && range.upperBound <= structure.content.upperBound,
                "The content of a structure lies outside of it.")
        }
        _ = AdvertisingData.name(in: data.span)
    }

    private static func next(_ structures: inout AdvertisingStructures, in data: [UInt8])
        -> AdvertisingStructure?
    {
        do throws(FrameDefect) { return try structures.next(in: data.span) } catch { return nil }
    }

    private static func frames(in data: [UInt8]) -> (frames: [BeaconFrame], defect: FrameDefect?) {
        var frames: [BeaconFrame] = []
        do throws(FrameDefect) {
            try AdvertisingData.forEachFrame(in: data.span) { frames.append($0) }
            return (frames, nil)
        } catch {
            return (frames, error)
        }
    }
}
