import Bluetooth
import CommandLineArguments
import Foundation

/// Shows the beacons in the air.
enum ScanCommand {
    private static let passive = Option(
        flag: "passive", "Sends nothing; beacons that answer only when asked are not heard.")
    private static let duration = Option(
        "for", value: "DURATION", "Ends after a time: \(DurationText.form).")
    private static let record = Option(
        "record", value: "FILE",
        "Keeps every advertisement in a btsnoop file, which Wireshark opens and vicinity "
            + "replay reads.", kind: .file)
    private static let json = Option(
        flag: "json",
        "Prints a JSON object a line: each second the beacons heard in it, and each change of the radio.")

    static let command = Command(
        "scan", "Shows the beacons in the air, with their distance.",
        discussion: [
            "In a terminal, a table shows what is heard now, nearest first. Otherwise each change is a line: a beacon is heard, "
                + "its proximity changes, or it is gone after 10 seconds of silence. Ctrl-C ends it.",
            "A distance is an estimate from the signal and the power in the frame; in brackets is the range in which it "
                + "lies in two of three cases.",
            "Without --adapter, BlueZ is used where it runs, else the kernel's adapter. docs/radio.md has the rights that "
                + "each needs, and a virtual controller to try it without hardware.",
        ],
        options: [
            RadioOptions.adapter, passive, RadioOptions.campus, RadioOptions.server, SharedOptions.person,
            duration, record, json,
        ])

    static func run(_ arguments: ParsedArguments) async throws {
        let scanner = BluetoothScanner(
            try RadioOptions.adapter(arguments), mode: arguments.has(passive) ? .passive : .active)
        let duration = try DurationText.duration(duration, arguments)
        let session = ScanSession(
            scanner: scanner, spots: try await RadioOptions.spots(arguments),
            recorder: try arguments[record].map(ScanRecorder.init),
            output: arguments.has(json) ? .json : Screen.isTerminal ? .table : .lines)
        try await session.run(for: duration)
    }
}
