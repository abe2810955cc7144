import Conditions
import Geodesy
import JSON
import Workplace

extension JSONWriter {
    /// Writes an area as pages hand it to the core.
    mutating func area(_ area: GroundArea) {
        object { json in
            switch area.shape {
            case .circle(let circle): json.member("circle") { $0.circle(circle) }
            case .polygon(let shape):
                json.member("polygon") { $0.polygon(shape.polygon, extent: area.extent) }
            }
        }
    }

    private mutating func circle(_ circle: CircularGeographicCondition) {
        object { json in
            json.members(of: circle.center)
            json.member("radius", circle.radius)
        }
    }

    private mutating func polygon(_ polygon: Polygon, extent: Double) {
        object { json in
            json.member("outer") { $0.ring(polygon.outer) }
            json.member("holes") { json in
                json.array { json in for hole in polygon.holes { json.ring(hole) } }
            }
            json.member("extent", extent)
        }
    }

    private mutating func ring(_ corners: [Coordinate]) {
        array { json in
            for corner in corners { json.object { $0.members(of: corner) } }
        }
    }

    private mutating func members(of coordinate: Coordinate) {
        member("latitude", coordinate.latitude)
        member("longitude", coordinate.longitude)
    }
}
