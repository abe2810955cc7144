/// One message of a PO file, before it is checked.
struct PortableObjectEntry {
    /// The parts that texts belong to.
    enum Part: Equatable {
        case context, id, plural
        case form(Int)
    }

    /// The line of the `msgid`.
    var line = 0
    var isFuzzy = false
    /// The files that use the message, each behind a blank.
    var references = ""
    private(set) var texts: [(part: Part, text: String)] = []

    subscript(part: Part) -> String? {
        for (known, text) in texts where known == part { return text }
        return nil
    }

    mutating func append(_ text: String, to part: Part) {
        if let last = texts.last, last.part == part {
            texts[texts.count - 1].text += text
        } else {
            texts.append((part, text))
        }
    }

    /// The translations in the order of their numbers, or `nil` when a number is missing.
    var forms: [String]? {
        let count = texts.count { if case .form = $0.part { true } else { false } }
        let forms = (0..<count).compactMap { self[.form($0)] }
        return count > 0 && forms.count == count ? forms : nil
    }

    /// Whether a new message begins when this part appears.
    func isFollowed(by part: Part) -> Bool {
        (part == .context || part == .id) && self[.form(0)] != nil
    }
}
