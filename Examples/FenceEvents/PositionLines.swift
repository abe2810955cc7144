import Formats
import Foundation
import Observations

/// Turns chunks of input into observations; a line that is not whole yet waits for the next chunk.
struct PositionLines {
    private var rest: [UInt8] = []

    /// The observations of the lines that end in a chunk.
    ///
    /// Damaged lines are reported on standard error and passed over.
    mutating func observations(in chunk: Data, isEnd: Bool) throws -> [Observation] {
        rest += chunk
        let end = isEnd ? rest.count : (rest.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        var reader = TraceReader(Array(rest[..<end]))
        rest.removeFirst(end)
        var observations: [Observation] = []
        while let item = try reader.next() {
            switch item {
            case .observation(let observation): observations.append(observation)
            case .defect(let defect, _):
                FileHandle.standardError.write(Data("a line is passed over: \(defect)\n".utf8))
            }
        }
        return observations
    }
}
