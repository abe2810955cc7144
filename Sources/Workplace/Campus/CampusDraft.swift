public import Essentials
public import JSON

/// A part of the campus file as people are changing it, beside the one in force.
public struct CampusDraft: Hashable, Sendable {
    /// Which part.
    public let part: CampusPart
    /// The document with the unpublished changes; the part in force when there are none.
    public let document: JSONValue
    /// The part in force.
    public let inForce: JSONValue
    /// The number of the campus revision in force.
    public let revision: Int64
    /// The number of the campus revision whose part the changes began from; ``revision`` while the part is still that one.
    public let base: Int64
    /// Counts the changes of the draft; a change names the version that it is about.
    public let version: Int
    /// Who changed the draft last, and when; `nil` without unpublished changes.
    public let lastChange: Change?
    /// Every mistake of the document, with its place in it; a document with mistakes cannot be published.
    public let mistakes: [JSONMistake]

    /// A change of a draft.
    public struct Change: Hashable, Sendable {
        /// Who made it; `nil` when the person's data were erased.
        public let person: PersonID?
        /// When.
        public let time: Timestamp
    }

    /// Whether the part in force is another than the one that the changes began from.
    public var isOutdated: Bool { base != revision }
}

/// Why a draft cannot be stored or published; nothing has changed.
public enum CampusDraftRefusal: Error, Hashable, Sendable {
    /// Somebody changed the draft meanwhile; its version now.
    case stale(version: Int)
    /// The part in force is another than the one that was seen.
    case outdated(revision: Int64)
    /// There is nothing to publish.
    case unchanged
    /// The part was never published with that number.
    case unknownRevision(Int64)
    /// What is published has mistakes.
    case mistakes([JSONMistake])
}

/// A publication of a part, or an import that changed it.
public struct PartRevision: Hashable, Sendable {
    /// The number of the campus revision that brought it.
    public let number: Int64
    /// When it was put in force.
    public let time: Timestamp
    /// Who published it from a page; `nil` for an import by the operator, and when the person's data were erased.
    public let person: PersonID?
    /// How it came.
    public let origin: Origin

    /// How a part was put in force.
    public enum Origin: String, Hashable, Sendable {
        /// With a campus file.
        case imported
        /// From a page.
        case published
        /// By a return to an earlier part.
        case returned
    }
}
