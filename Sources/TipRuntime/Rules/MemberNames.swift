import TipCore
import TipRules

/// The names of the stored members in a key path.
enum MemberNames {
    /// The names, or `nil` when a part of the key path is computed, a subscript, or an element.
    static func names(of keyPath: AnyKeyPath) -> [RuleText]? {
        // The description of a key path is its root's name and the names of its members.
        let root = "\\\(type(of: keyPath).rootType)."
        let text = String(describing: keyPath)
        guard text.hasPrefix(root) else { return nil }
        var names: [RuleText] = []
        for part in text.dropFirst(root.count).split(separator: ".", omittingEmptySubsequences: false) {
            let name = part.hasSuffix("?") ? part.dropLast() : part
            guard isName(name) else { return nil }
            names.append(RuleText(String(name)))
        }
        return names.isEmpty ? nil : names
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
            return false
        }
        return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }
}
