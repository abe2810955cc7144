public import JSON
public import TipRuntime

extension TipElement {
    /// Writes the tree as pages read it, with texts in the reader's language.
    ///
    /// The tree is only a part of a tip; ``write(_:to:languages:from:)`` writes the whole tip.
    ///
    /// - Parameters:
    ///   - json: The writer.
    ///   - languages: The languages that the reader knows, the best first.
    ///   - catalogue: The catalogue with the texts.
    public func write(to json: inout JSONWriter, languages: [String], from catalogue: TextCatalogue) {
        TipTreeWriting(languages: languages, catalogue: catalogue, title: nil).write(self, to: &json)
    }

    /// Writes a tip that looks like the tree, as pages read it: its words, its actions, and the tree as its body (TD21).
    ///
    /// The closure of a tap is also an action, but without a label: a page that uses its own style makes no
    /// button for it. A tap area without words gets the tip's title as its label, so that a screen reader can
    /// name it.
    ///
    /// - Parameters:
    ///   - tip: The tip that the tree shows.
    ///   - json: The writer.
    ///   - languages: The languages that the reader knows, the best first.
    ///   - catalogue: The catalogue with the texts.
    public func write(
        _ tip: any Tip, to json: inout JSONWriter, languages: [String], from catalogue: TextCatalogue
    ) {
        let writing = TipTreeWriting(languages: languages, catalogue: catalogue, title: tip.title)
        json.object { json in
            json.member("id", tip.id)
            json.member("title", writing.string(tip.title))
            if let message = tip.message { json.member("message", writing.string(message)) }
            if let image = tip.image { json.member("image", image.name) }
            json.member("actions") { json in
                json.array { json in
                    var known: Set<String> = []
                    for action in tip.actions + actions where known.insert(action.id).inserted {
                        json.object { json in
                            json.member("id", action.id)
                            writing.writeLabel(action.label(), to: &json)
                        }
                    }
                }
            }
            json.member("body") { writing.write(self, to: &$0) }
        }
    }
}

/// Writes elements with texts in one reader's language.
private struct TipTreeWriting {
    let languages: [String]
    let catalogue: TextCatalogue
    /// The label for elements without words, if the tip has a title.
    let title: Text?

    func string(_ text: Text) -> String { text.resolved(in: languages, from: catalogue) }

    func write(_ element: TipElement, to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", element.kind)
            switch element {
            case .stack(let axis, let spacing, let alignment, let children):
                json.member("axis", axis.rawValue)
                json.member("spacing", spacing.rawValue)
                json.member("alignment", alignment.rawValue)
                json.member("children") { json in
                    json.array { json in for child in children { write(child, to: &json) } }
                }
            case .text(let text, let role):
                json.member("text", string(text))
                json.member("role", role.rawValue)
            case .image(let image, let label, let size):
                json.member("image", image.name)
                if let label { json.member("label", string(label)) }
                json.member("size", size.rawValue)
            case .button(let label, let action):
                writeLabel(label ?? action.label, to: &json)
                action.write(to: &json)
            case .tapArea(let child, let label, let action):
                json.member("child") { write(child, to: &$0) }
                writeLabel(self.label(of: action, given: label, on: child), to: &json)
                action.write(to: &json)
            case .overlay(let over, let below, let corner):
                // In pages the child is the lower element.
                json.member("child") { write(below, to: &$0) }
                json.member("over") { write(over, to: &$0) }
                json.member("alignment", corner.rawValue)
            }
        }
    }

    /// The label of a tap area whose content has no words; pages have their own words for closing.
    private func label(
        of action: TipElement.TapAction, given label: Text?, on child: TipElement
    ) -> Text? {
        if let said = [label, action.label].compactMap({ $0 }).first(where: { !string($0).isEmpty }) {
            return said
        }
        guard case .perform = action, !hasWords(child) else { return nil }
        return title
    }

    /// Writes a label, unless it is empty.
    func writeLabel(_ label: Text?, to json: inout JSONWriter) {
        guard let label = label.map(string), !label.isEmpty else { return }
        json.member("label", label)
    }

    /// Whether an element contains words that can name it.
    private func hasWords(_ element: TipElement) -> Bool {
        switch element {
        case .stack(_, _, _, let children): children.contains(where: hasWords)
        case .text, .button: true
        case .image(_, let label, _): label.map { !string($0).isEmpty } ?? false
        case .tapArea(let child, let label, _): label != nil || hasWords(child)
        case .overlay(let over, let below, _): hasWords(over) || hasWords(below)
        }
    }
}

extension TipElement {
    fileprivate var kind: String {
        switch self {
        case .stack: "stack"
        case .text: "text"
        case .image: "image"
        case .button: "button"
        case .tapArea: "tapArea"
        case .overlay: "overlay"
        }
    }
}

extension TipElement.TapAction {
    var label: Text? {
        if case .perform(let action) = self { action.label() } else { nil }
    }

    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .perform(let action): json.member("action", action.id)
        case .close: json.member("closes", true)
        }
    }
}
