import Essentials
import JSON

// Texts for people, and their languages.
extension JSONReader {
    /// Reads a text for people.
    func text(by rule: TextRule) -> String? {
        guard let text = text(as: { $0.allSatisfy(\.isWhitespace) ? nil : $0 }, "must not be empty") else {
            return nil
        }
        guard rule == .plainLine else { return text }
        if text.unicodeScalars.count > TextRule.maximumLength {
            note(.value, "must have at most \(TextRule.maximumLength) characters")
            return nil
        }
        if text.isPlainLine { return text }
        note(
            .value,
            "must be one line, without control characters, characters that turn the direction of reading, or more than "
                + "\(String.combiningMarksAtMost) combining marks in a row")
        return nil
    }

    /// Reads a language tag.
    func languageTag() -> LanguageTag? {
        text(as: LanguageTag.init, "must be a language tag of BCP 47, such as \"en\" or \"es-UY\"")
    }

    /// Reads a text in several languages; the default language is required.
    ///
    /// - Parameters:
    ///   - defaultLanguage: That language; `nil` when it could not be read.
    ///   - rule: What the text must be in each language.
    /// - Returns: The text, or `nil` after a mistake or with an unknown language.
    func localizedText(in defaultLanguage: LanguageTag?, by rule: TextRule) -> LocalizedText? {
        var languages = Declarations()
        let texts = members { name, reader -> (LanguageTag, String)? in
            let language = languages.declare(reader.languageTag(named: name), at: reader)
            let text = reader.text(by: rule)
            guard let language, let text else { return nil }
            return (language, text)
        }
        guard let texts, let defaultLanguage else { return nil }
        let byLanguage = Dictionary(texts) { first, _ in first }
        do throws(LocalizedTextError) {
            return try LocalizedText(byLanguage, defaultLanguage: defaultLanguage)
        } catch {
            // Empty texts were reported above, so the default language is missing.
            self[defaultLanguage.description].note(.required, "is missing; it is the default language")
            return nil
        }
    }

    private func languageTag(named name: String) -> LanguageTag? {
        if let language = LanguageTag(name) { return language }
        note(.value, "must have a language tag of BCP 47 as its name")
        return nil
    }
}
