import Beacons
import Observations
import Testing

@testable import LocationCompatibility

@Suite struct AdvertisingQueueTests {
    @Test func `L147 what is ended while it is begun is silent in the end`() {
        let identity = BeaconIdentity(uuid: ProximityUUID(high: 1, low: 2), major: 1, minor: 2)
        let frame = IBeaconFrame(identity: identity, measuredPower: -59)
        let antennas = Box<[AdvertisingQueue]>([])
        let sent = Box<[IBeaconFrame?]>([])
        let queue = AdvertisingQueue(
            Transmitter { frame in
                // The radio is switched off while it starts to send; the result counts once it is there.
                if frame != nil { for queue in antennas.value { queue.radioBecame(.poweredOff) } }
                sent.change { $0.append(frame) }
            })
        antennas.change { $0 = [queue] }
        _ = queue.start(frame, for: PeripheralClient())
        #expect(sent.value == [frame, nil])
        antennas.change { $0 = [] }
    }
}
