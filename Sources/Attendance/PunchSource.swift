public import Essentials

/// How a punch was made; the ledger says it of each one.
public enum PunchSource: Hashable, Sendable {
    /// The person confirmed it, on a page or in a program.
    case person
    /// The person confirmed it after scanning the code that a tablet at this entrance showed.
    case doorCode(SpotID)
}

extension PunchSource {
    /// The source as the ledger and programs name it.
    public var word: String {
        switch self {
        case .person: "person"
        case .doorCode: "door-code"
        }
    }

    /// The entrance whose code was scanned; `nil` for any other source.
    public var door: SpotID? { if case .doorCode(let spot) = self { spot } else { nil } }
}
