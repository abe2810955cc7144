import Beacons
import Essentials
import JSON
import Ordering

// What the values of a campus file are read as, in addition to JSON's own types.
extension JSONReader {
    /// Reads the identifier of something.
    func identifier<Owner>() -> Identifier<Owner>? {
        text(as: Identifier<Owner>.init, "must be an identifier: \(Self.identifierRule)")
    }

    private static var identifierRule: String { "1 to 64 characters of a–z, 0–9 and -, not beginning with -" }

    /// Accepts the name of this member as an identifier.
    func identifier<Owner>(named name: String) -> Identifier<Owner>? {
        if let identifier = Identifier<Owner>(name) { return identifier }
        note(.value, "must have an identifier as its name: \(Self.identifierRule)")
        return nil
    }

    /// Reads one of the words of an enumeration.
    func word<Word: RawRepresentable<String>>(of words: [Word]) -> Word? {
        guard let text = string() else { return nil }
        if let word = words.first(where: { $0.rawValue == text }) { return word }
        let names = words.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        note(.value, "must be one of \(names)")
        return nil
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

    /// Reads a price; `nil` without a note when the currency could not be read.
    func price(in currency: Currency?) -> Money? {
        // With this bound the tax of any order, in millionths, is computed within 64 bits.
        amount(in: currency, upTo: 1_000_000_000)
    }

    /// Reads an opening balance; `nil` without a note when the currency could not be read.
    func balance(in currency: Currency?) -> Money? {
        // With this bound the sum of a million accounts stays within 64 bits.
        amount(in: currency, upTo: 1_000_000_000_000)
    }

    private func amount(in currency: Currency?, upTo maximum: Int64) -> Money? {
        guard let minorUnits = integer(in: 0...maximum), let currency else { return nil }
        return Money(minorUnits: minorUnits, currency: currency)
    }

    /// Reads the name of a time zone.
    func zone() -> Zone? {
        text(as: Zone.init, "must be a time zone of the IANA database, such as \"Europe/Berlin\"")
    }

    /// Reads a rate of tax.
    func taxRate() -> TaxRate? {
        text(
            as: TaxRate.init(percentage:),
            "must be a percentage from 0 to 100 with at most 4 decimals, such as \"8.25\"")
    }

    /// Reads a UUID with its hyphens.
    func beaconUUID() -> ProximityUUID? {
        text(
            as: { $0.utf8.count == 36 ? ProximityUUID($0) : nil },
            "must be a UUID, such as \"6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3\"")
    }

    /// How many elements the list has; `nil` when it is none.
    var elementCount: Int? { array { $0 }?.count }

    /// How many members the object has; `nil` when it is none.
    var memberCount: Int? { members { _, member in member }?.count }

    /// Reads a list that has at least one element.
    func nonEmptyArray<Element>(_ read: (JSONReader) -> Element?) -> [Element]? {
        guard let elements = array(read) else { return nil }
        if !elements.isEmpty { return elements }
        note(.value, "must have at least one element")
        return nil
    }

    /// Reports a mistake for each member with an unknown name, and suggests a name.
    func refuseMembers(except known: [String]) {
        _ = members { name, member in
            guard !known.contains(name) else { return }
            member.note(.unknownMember, "is not known here" + Spelling.suggestion(for: name, among: known))
        }
    }
}
