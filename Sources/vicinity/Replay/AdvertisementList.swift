import Beacons
import Formats
import JSON
import Observations

/// Prints each advertisement of a capture, for people who want to see what was in the air.
enum AdvertisementList {
    /// - Parameters:
    ///   - source: The capture.
    ///   - name: What the capture is called in messages.
    ///   - isJSON: Whether each line is a JSON object.
    ///   - path: Where the advertisements are written as a `btsnoop` capture; an existing file is replaced.
    ///   - print: Called with each line.
    /// - Throws: ``CommandFailure`` when the recording is no capture, where the rest cannot be read, and when the new
    ///   capture cannot be written.
    static func print(
        _ source: RecordingSource, name: String, isJSON: Bool, record path: String?, print: (String) -> Void
    ) throws {
        var list = try opened(source, name: name)
        let record = try path.map { try AdvertisementFile($0) }
        while let advertisement = try next(&list, name: name) {
            let line = Line(advertisement)
            print(isJSON ? line.json : line.text)
            try record?.add(advertisement)
        }
    }

    private static func opened(_ source: RecordingSource, name: String) throws -> CapturedAdvertisements {
        do throws(RecordingError) { return try CapturedAdvertisements(source) } catch {
            throw CommandFailure("\(name): \(error)")
        }
    }

    private static func next(
        _ list: inout CapturedAdvertisements, name: String
    ) throws -> CapturedAdvertisement? {
        do throws(RecordingError) { return try list.next() } catch {
            throw CommandFailure("\(name): \(error)")
        }
    }

    /// One advertisement with its frames.
    private struct Line {
        let advertisement: CapturedAdvertisement
        private var frames: [BeaconFrame] = []
        private var defect: FrameDefect?

        init(_ advertisement: CapturedAdvertisement) {
            self.advertisement = advertisement
            var found: [BeaconFrame] = []
            do throws(FrameDefect) {
                try AdvertisingData.forEachFrame(in: advertisement.data.span) { found.append($0) }
            } catch {
                defect = error
            }
            frames = found
        }

        private var report: AdvertisingReport { advertisement.report }

        private var name: String? { AdvertisingData.name(in: advertisement.data.span) }

        private var damage: String? { defect.map { RecordingDefect.frame($0).description } }

        var text: String {
            var parts = [advertisement.time?.rfc3339 ?? "time not known", advertisement.source.name]
            parts.append(report.address.description)
            parts.append(report.rssi.map { "\($0) dBm" } ?? "RSSI not known")
            if let channel = advertisement.channel { parts.append("channel \(channel)") }
            parts.append(report.properties.words.joined(separator: " "))
            // A name comes from a stranger, so a terminal may not obey it.
            if let name { parts.append("name \(name.plain)") }
            parts += frames.map { FrameText.text(of: $0) }
            if let damage { parts.append("damaged: \(damage)") }
            return parts.filter { !$0.isEmpty }.joined(separator: "  ")
        }

        var json: String {
            var writer = JSONWriter()
            writer.object { json in
                json.member("kind", "advertisement")
                if let time = advertisement.time { json.member("time", time.rfc3339) }
                json.member("source", advertisement.source.name)
                json.member("address", report.address.description)
                json.member("addressKind", report.address.kind.word)
                json.member("properties") { json in
                    json.array { json in for word in report.properties.words { json.string(word) } }
                }
                if let rssi = report.rssi { json.member("rssi", Int(rssi)) }
                if let channel = advertisement.channel { json.member("channel", Int(channel)) }
                if let name { json.member("name", name) }
                json.member("data", hexadecimal(advertisement.data))
                json.member("frames") { json in
                    json.array { json in
                        for frame in frames {
                            json.object { json in
                                json.member("frame", frame.kind.description)
                                json.member("text", FrameText.text(of: frame))
                            }
                        }
                    }
                }
                if let damage { json.member("damaged", damage) }
            }
            return writer.text
        }

        private func hexadecimal(_ bytes: [UInt8]) -> String {
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        }
    }
}

/// A beacon frame as words for people.
enum FrameText {
    /// The kind of a frame and what it holds.
    static func text(of frame: BeaconFrame) -> String {
        ([frame.kind.description] + words(frame)).joined(separator: " ")
    }

    private static func words(_ frame: BeaconFrame) -> [String] {
        switch frame {
        case .iBeacon(let frame): identity(frame.identity, frame.measuredPower)
        case .altBeacon(let frame): identity(frame.identity, frame.measuredPower)
        case .eddystoneUID(let frame):
            ["\(frame.namespace)", "instance", String(frame.instance, radix: 16, uppercase: true)]
        case .eddystoneURL(let frame): [frame.url.text]
        case .eddystoneTelemetry(let frame):
            [
                frame.batteryMillivolts.map { "\($0) mV" }, frame.celsius.map { "\($0) °C" },
                "\(frame.advertisementCount) advertisements", "up \(Double(frame.uptimeTenths) / 10) s",
            ].compactMap(\.self)
        case .eddystoneEncryptedTelemetry: []
        case .eddystoneEphemeral(let frame): [String(frame.identifier, radix: 16)]
        case .ruuvi(let frame):
            [
                frame.celsius.map { "\($0) °C" }, frame.humidityPercent.map { "\($0) %" },
                frame.pascals.map { "\($0) Pa" }, frame.batteryMillivolts.map { "\($0) mV" },
            ].compactMap(\.self)
        case .btHome(let frame): [frame.isEncrypted ? "encrypted" : "plain"]
        }
    }

    private static func identity(_ identity: BeaconIdentity, _ power: Int8) -> [String] {
        [
            "\(identity.uuid)", "major \(identity.major)", "minor \(identity.minor)",
            "measured power \(power) dBm",
        ]
    }
}

extension AdvertisingProperties {
    /// The set properties as stable words.
    var words: [String] {
        let names: [(AdvertisingProperties, String)] = [
            (.connectable, "connectable"), (.scannable, "scannable"), (.directed, "directed"),
            (.scanResponse, "scan-response"), (.legacy, "legacy"), (.moreToCome, "more-to-come"),
            (.truncated, "truncated"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}

extension DeviceAddress.Kind {
    /// A stable word.
    fileprivate var word: String {
        switch self {
        case .publicDevice: "public"
        case .random: "random"
        case .publicIdentity: "public-identity"
        case .randomIdentity: "random-identity"
        case .anonymous: "anonymous"
        }
    }
}
