//! The distance to a beacon, estimated from its signal, with an uncertainty.

import Observations
import Ranging

var filter = SignalFilter<ObservationTime>()
for (second, strength) in [Int8(-71), -64, -68, -66, -67].enumerated() {
    filter.update(rssi: strength, at: ObservationTime(microseconds: Int64(second) * 1_000_000))
}
if let level = filter.level {
    let distance = PathLoss.indoors.distance(rssi: level, measuredPower: -59)
    let centimetres = Int(distance.metres * 100)
    print(
        "\(Int(level)) dBm: about \(centimetres) cm,",
        "give or take a factor of \(Int(distance.factor * 10)) / 10")
}
