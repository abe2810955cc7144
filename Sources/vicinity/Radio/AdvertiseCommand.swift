import Beacons
import Bluetooth
import CommandLineArguments

/// Makes this machine a beacon.
enum AdvertiseCommand {
    private static let uuid = Option("uuid", value: "UUID", "The organisation's UUID.")
    private static let major = Option("major", value: "0…65535", "The major, such as a site.")
    private static let minor = Option("minor", value: "0…65535", "The minor, such as a spot.")
    private static let spot = Option(
        "spot", value: "SPOT",
        "In place of UUID, major and minor: a spot of --campus or --server, by identifier.")
    private static let power = Option(
        "power", value: "DBM", "The signal strength that a receiver measures at 1 m, -128 to 127.",
        default: "-59")
    private static let interval = Option(
        "interval", value: "DURATION", "The time between two advertisements, 20ms to 10240ms.",
        default: "100ms")

    static let command = Command(
        "advertise", "Sends an iBeacon from this machine.",
        discussion: [
            "Ctrl-C or SIGTERM ends it, and the adapter stops sending then. After a reset or a lost adapter it sends again.",
            "Receivers estimate distance from the power. Measure it with vicinity scan on another machine 1 m away.",
            "A service for a machine that should always be a beacon comes with the package; docs/radio.md sets it up.",
        ],
        options: [
            RadioOptions.adapter, uuid, major, minor, spot, RadioOptions.campus, RadioOptions.server,
            SharedOptions.person, power, interval,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        let identity = try await identity(arguments)
        let power = try arguments.integer(power, in: -128...127) ?? -59
        let frame = IBeaconFrame(identity: identity, measuredPower: Int8(power))
        let pause = try DurationText.duration(interval, arguments) ?? .milliseconds(100)
        let adapter = try RadioOptions.adapter(arguments)
        let advertiser: BluetoothAdvertiser
        do throws(BluetoothFailure) {
            advertiser = try BluetoothAdvertiser(
                frame, on: adapter, interval: pause)
        } catch {
            throw CommandFailure(error.sentence, exitCode: 2)
        }
        let name = "\(identity.uuid) \(identity.major)/\(identity.minor)"
        try await RadioRun.untilSignal(for: nil) { starts in
            await advertiser.run { change in
                starts.note(change)
                if case .on = change {
                    Terminal.error(change.sentence("Sending \(name)"))
                } else if starts.hasBeenOn {
                    Terminal.error(change.sentence())
                }
            }
        }
        Terminal.error("No longer sending.")
    }

    private static func identity(_ arguments: ParsedArguments) async throws -> BeaconIdentity {
        if let spot = arguments[spot] {
            guard arguments[uuid] == nil, arguments[major] == nil, arguments[minor] == nil else {
                throw CommandFailure("--spot stands in place of --uuid, --major and --minor.", exitCode: 2)
            }
            let spots = try await RadioOptions.spots(arguments)
            guard let identity = spots.identity(of: spot) else {
                let known =
                    spots.all.isEmpty
                    ? "Name a --campus or a --server." : "Known: \(spots.all.joined(separator: ", "))."
                throw CommandFailure("There is no spot \(spot). \(known)", exitCode: 2)
            }
            return identity
        }
        let text = try arguments.text(uuid)
        guard let uuid = ProximityUUID(text) else {
            throw UsageError.malformedValue(text, of: "--uuid", expected: "32 hexadecimal digits")
        }
        return BeaconIdentity(
            uuid: uuid, major: try number(major, arguments), minor: try number(minor, arguments))
    }

    private static func number(_ option: Option, _ arguments: ParsedArguments) throws -> UInt16 {
        _ = try arguments.text(option)
        return UInt16(try arguments.integer(option, in: 0...65535) ?? 0)
    }
}
