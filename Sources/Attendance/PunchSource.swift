public import Essentials

/// How a punch was made; the ledger says it of each one.
public enum PunchSource: Hashable, Sendable {
    /// The person confirmed it on a page.
    case person
    /// The person confirmed it in a program, such as a terminal.
    case program
    /// The person confirmed it after scanning the code that a tablet at this entrance showed.
    case doorCode(SpotID)
    /// The person punched at the tablet of this entrance, by badge and PIN.
    case badge(SpotID)
    /// The place recorded a crossing of this entrance by itself.
    case automatic(SpotID)
    /// The person confirmed it while the device was offline, and the device sent it later.
    case offline
}

extension PunchSource {
    /// The source as the ledger and programs name it.
    public var word: String {
        switch self {
        case .person: "person"
        case .program: "program"
        case .doorCode: "door-code"
        case .badge: "badge"
        case .automatic: "automatic"
        case .offline: "offline"
        }
    }

    /// The entrance whose code was scanned, at whose tablet it was made, or that was crossed; `nil` when the person alone made the punch.
    public var door: SpotID? {
        switch self {
        case .person, .program, .offline: nil
        case .doorCode(let spot), .badge(let spot), .automatic(let spot): spot
        }
    }
}

extension PunchSource {
    /// The words for sources, in the order of the cases.
    public static let words = ["person", "program", "door-code", "badge", "automatic", "offline"]
}
