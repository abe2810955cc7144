import Bluetooth

extension RadioChange {
    /// The change in a sentence for people.
    ///
    /// - Parameter activity: What the program does with a radio that works, such as "Listening".
    /// - Returns: The sentence.
    func sentence(_ activity: String = "Listening") -> String {
        switch self {
        case .on(let radio):
            let mode = radio.mode.map { ", \($0.rawValue)" } ?? ""
            let address = radio.address.map { " as \($0)" } ?? ""
            let note = radio.note.map { " \($0)" } ?? ""
            return "\(activity) with \(radio.adapter)\(address)\(mode).\(note)"
        case .off(let failure), .unavailable(let failure): return "\(failure.sentence) Trying again."
        }
    }
}
