import Conditions
import Fences
import Foundation
import Formats
import JSON

/// A file of areas: a list of conditions as `vicinity monitor` reads it, or points of GeoJSON, all of them circles.
enum AreaFile {
    static func read(_ path: String) throws -> FenceAreas {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Refusal("cannot read \(path)")
        }
        let list = try ConditionList(reading: Array(bytes))
        return FenceAreas(
            try list.entries.map { entry in
                guard case .circular(let circle) = entry.condition else {
                    throw Refusal("\(entry.identifier) is not a circle; fences know circles only")
                }
                return (ConditionName(entry.identifier), circle)
            })
    }
}
