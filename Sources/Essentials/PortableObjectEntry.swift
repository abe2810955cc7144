/// One message of a PO file, before it is checked.
struct PortableObjectEntry {
    /// The parts that texts belong to.
    enum Part: Hashable {
        case context, id, plural
        case form(Int)
    }

    /// The line of the `msgid`.
    var line = 0
    var isFuzzy = false
    /// The files that use the message.
    var references: [String] = []
    private(set) var texts: [Part: String] = [:]

    subscript(part: Part) -> String? { texts[part] }

    mutating func append(_ text: String, to part: Part) { texts[part, default: ""] += text }

    /// The translations in the order of their numbers, or `nil` when a number is missing.
    var forms: [String]? {
        let count = texts.keys.count { if case .form = $0 { true } else { false } }
        let forms = (0..<count).compactMap { texts[.form($0)] }
        return count > 0 && forms.count == count ? forms : nil
    }

    /// Whether a new message begins when this part appears.
    func isFollowed(by part: Part) -> Bool {
        texts[.form(0)] != nil && (part == .context || part == .id)
    }
}
