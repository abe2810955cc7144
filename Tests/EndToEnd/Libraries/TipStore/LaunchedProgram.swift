// A program that sets its tips up as apps do, in the process's own store, and says what they are.
//
//     program FOLDER [launch arguments]            in a folder
//     program group:NAME [launch arguments]        in the folder of a group
//     program reset FOLDER                         after everything was erased
import Foundation
import TipEngine

struct MapTip: Tip {
    @MainActor static let opened = Event(id: "opened")
    var title: Text { Text("Map") }
    var rules: [Rule] { Rule(Tips.Event(id: "opened")) { $0.donations.count > 0 } }
}

/// Known by its type's name, which nobody else can say (T22).
private struct HiddenTip: Tip { var title: Text { Text("Hidden") } }

struct NoWay: TipSyncTransport {
    func exchange(_ outgoing: TipSyncRequest) -> TipSyncResponse { TipSyncResponse(cursor: nil) }
}

@main struct LaunchedProgram {
    static func main() async {
        var words = Array(CommandLine.arguments.dropFirst())
        attempt("reset") {
            guard words.first == "reset" else { return }
            words.removeFirst()
            try Tips.resetDatastore()
        }
        let place = words.removeFirst()
        attempt("set up") {
            try Tips.configure([.datastoreLocation(location(place)), .cloudKitContainer(.named("office"))])
        }
        Tips.register(NoWay(), named: "office")
        attempt("set up") {
            try Tips.configure([.datastoreLocation(location(place)), .cloudKitContainer(.named("office"))])
        }
        print("map:", MapTip().status, "hidden:", HiddenTip().status)
        attempt("again") { try Tips.configure() }
        attempt("too late") { try Tips.resetDatastore() }
        HiddenTip().invalidate(reason: .tipClosed)
        await MapTip.opened.donate()
        print("map:", MapTip().status, "hidden:", HiddenTip().status)
        do { try await TipStore.process.close() } catch { print("not closed: \(error)") }
    }

    static func location(_ place: String) throws -> Tips.ConfigurationOption.DatastoreLocation {
        guard place.hasPrefix("group:") else { return .url(URL(filePath: place)) }
        return try .groupContainer(identifier: String(place.dropFirst(6)))
    }

    static func attempt(_ what: String, _ body: () throws -> Void) {
        do { try body() } catch { print("\(what): \(error)") }
    }
}
