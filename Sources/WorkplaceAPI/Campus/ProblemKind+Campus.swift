import HTTPCore
import JSON
import Workplace

// Changing and publishing cafés.
extension ProblemKind {
    static let staleDraft = ProblemKind(
        .preconditionFailed, "stale-draft", title: "Changed meanwhile",
        "Somebody else changed the draft: If-Match names another version than the present one, or none. Fetch it again, put your changes in, and send it with its version."
    )
    static let menuChanged = ProblemKind(
        .conflict, "menu-changed", title: "What is in force changed meanwhile",
        "What is in force is not what the changes began from. Fetch both, put your changes in, and save the draft with the new base."
    )
    static let nothingToPublish = ProblemKind(
        .conflict, "nothing-to-publish", title: "Nothing to publish", "It is in force already.")
    static let draftMistakes = ProblemKind(
        .unprocessableContent, "draft-mistakes", title: "The draft has mistakes",
        "Nothing was published. Each error names its place in the part of the campus file.")
    static let unknownRevision = ProblemKind(
        .notFound, "unknown-revision", title: "Unknown revision",
        "The part was never published with this number.")
    static let campusFileMistakes = ProblemKind(
        .unprocessableContent, "campus-file-mistakes", title: "The campus file has mistakes",
        "Nothing was changed. Each error names its place in the file.")

    static let campus = [
        staleDraft, menuChanged, nothingToPublish, draftMistakes, unknownRevision, campusFileMistakes,
        unknownSpot, collectionUnannounced,
    ]
}

extension CampusDraftRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .stale(let version):
            Problem(
                .staleDraft, detail: "The draft has the version \(version) now.",
                members: [(name: "version", value: .integer(Int64(version)))])
        case .outdated(let revision):
            Problem(
                .menuChanged, detail: "Revision \(revision) is in force, with another content of this part.")
        case .unchanged: Problem(.nothingToPublish, detail: "It is in force already.")
        case .unknownRevision(let number):
            Problem(.unknownRevision, detail: "There was never a revision \(number) of this part.")
        case .mistakes(let mistakes):
            Problem(
                .draftMistakes, detail: "What was to be published has mistakes. See each error.",
                errors: mistakes.map { mistake in
                    Problem.FieldError(
                        pointer: mistake.path.pointer, code: mistake.code.rawValue,
                        detail: mistake.description)
                })
        }
    }
}
