import Essentials
import JSON
import Ordering

// What the values of a campus file are read as, in addition to JSON's own types.
extension JSONReader {
    /// Reads the identifier of something.
    func identifier<Owner>() -> Identifier<Owner>? {
        text(
            as: Identifier<Owner>.init,
            "must be an identifier: 1 to 64 characters of a–z, 0–9 and -, not beginning with -")
    }

    /// Reads one of the words of an enumeration.
    func word<Word: RawRepresentable<String>>(of words: [Word]) -> Word? {
        guard let text = string() else { return nil }
        if let word = words.first(where: { $0.rawValue == text }) { return word }
        let names = words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        note(.value, "must be one of \(names)")
        return nil
    }

    /// Reads a text that shows something.
    func visibleText() -> String? {
        text(as: { $0.allSatisfy(\.isWhitespace) ? nil : $0 }, "must not be empty")
    }

    /// Reads a language tag.
    func languageTag() -> LanguageTag? {
        text(as: LanguageTag.init, "must be a language tag of BCP 47, such as \"en\" or \"es-UY\"")
    }

    /// Reads a point on the Earth.
    func geographicPoint() -> GeographicPoint? {
        refuseMembers(except: ["latitude", "longitude"])
        let latitude = self["latitude"].double(in: -90...90)
        let longitude = self["longitude"].double(in: -180...180)
        guard let latitude, let longitude else { return nil }
        return GeographicPoint(latitude: latitude, longitude: longitude)
    }

    /// Reads a currency in use.
    func currency() -> Currency? {
        text(as: Currency.init, "must be the code of a currency in use (ISO 4217), such as \"EUR\"")
    }

    /// Reads an amount of minor units; `nil` without a note when the currency could not be read.
    ///
    /// The upper bound keeps sums of an order and of all accounts within 64 bits.
    func amount(in currency: Currency?, upTo maximum: Int64) -> Money? {
        guard let minorUnits = integer(in: 0...maximum), let currency else { return nil }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    /// Reads a list that has at least one element.
    func nonEmptyArray<Element>(_ read: (JSONReader) -> Element?) -> [Element]? {
        guard let elements = array(read) else { return nil }
        if !elements.isEmpty { return elements }
        note(.value, "must have at least one element")
        return nil
    }

    /// Notes a mistake for each member whose name is not known, with the name that may have been meant.
    func refuseMembers(except known: [String]) {
        _ = members { name, member in
            guard !known.contains(name) else { return }
            member.note(.unknownMember, "is not known here" + Spelling.suggestion(for: name, among: known))
        }
    }
}
