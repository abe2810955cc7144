import Foundation
import LocationCompatibility

@main struct Doorbell {
    static func main() async throws {
        guard let uuid = UUID(uuidString: "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3") else { return }
        // Asks the person the first time. While it is held, events also come in the background.
        let session = CLServiceSession(authorization: .always)
        let monitor = await CLMonitor("Doorbell")
        if await monitor.record(for: "door") == nil {
            await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: uuid), identifier: "door")
        }
        for try await event in await monitor.events {
            print("\(event.identifier) is \(event.state) at \(event.date.timeIntervalSince1970)")
            fflush(nil)
        }
        session.invalidate()
    }
}
