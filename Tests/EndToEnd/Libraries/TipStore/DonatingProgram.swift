// A process that donates to a store which others use too, and says of each donation when it was acknowledged.
//
//     program donate STORE PREFIX COUNT   donates PREFIX-0, PREFIX-1, … and says each when it has returned
//     program send STORE PREFIX COUNT     the same without waiting; then says whether all could be written
//     program list STORE                  says what is kept
//     program usual                       sets tips up without options
import Foundation
import Synchronization
import TipEngine

let kept = Tips.Event<String>(id: "kept", donationLimit: .init(maximumCount: 1_000_000))

/// Says a line at once: what was said before a kill was said.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@main struct DonatingProgram {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments[1] == "usual" { return try usual() }
        let store = try TipStore(path: arguments[2])
        try await TipStore.$replacement.withValue(store) {
            switch arguments[1] {
            case "donate": await donate(arguments[3], Int(arguments[4]) ?? 0)
            case "send": await send(arguments[3], Int(arguments[4]) ?? 0, store)
            default: for donation in kept.donations { say(donation.info) }
            }
        }
        if arguments[1] != "send" { try await store.close() }
        for fault in store.faults { say("fault: \(fault)") }
    }

    static func usual() throws {
        try Tips.configure()
        say("\(TipStore.process.displayFrequency)")
    }

    static func donate(_ prefix: String, _ count: Int) async {
        for number in 0..<count {
            await kept.donate("\(prefix)-\(number)")
            say("\(prefix)-\(number)")
        }
    }

    static func send(_ prefix: String, _ count: Int, _ store: TipStore) async {
        for number in 0..<count {
            let name = "\(prefix)-\(number)"
            kept.sendDonation(name) { say(name) }
            do { try await store.synchronize() } catch {
                say("not written")
                return
            }
        }
        say("all written")
    }
}
