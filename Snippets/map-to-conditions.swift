//! A map in GeoJSON as conditions, evaluated without a monitor.

import Conditions
import Formats
import Geodesy
import Observations

let map = """
    { "type": "Feature", "id": "canteen", "properties": { "name": "Canteen" }, "geometry": {
      "type": "Polygon",
      "coordinates": [[[13.4040, 52.4730], [13.4046, 52.4730], [13.4046, 52.4734], [13.4040, 52.4734], [13.4040, 52.4730]]]
    } }
    """
let areas = try GeoJSONAreas(reading: Array(map.utf8)).areas
for area in areas {
    var machine = ConditionStateMachine(area.condition)
    for second in 0..<4 {
        guard let place = Coordinate(latitude: 52.4728 + 0.0002 * Double(second), longitude: 13.4043),
            let fix = PositionFix(coordinate: place, horizontalAccuracy: 4)
        else { preconditionFailure("a place is off the globe") }
        let time = ObservationTime(microseconds: Int64(second) * 10_000_000)
        let observation = Observation(source: ObservationSource("phone"), time: time, content: .position(fix))
        if let change = machine.observe(observation) {
            print("\(area.name ?? area.identifier): \(change.state.name) after \(second * 10) s")
        }
    }
}
