import Essentials
import Ordering

/// Names something; the texts in tests are valid identifiers.
func id<Owner>(_ text: String) -> Identifier<Owner> {
    guard let identifier = Identifier<Owner>(text) else { preconditionFailure("\(text) is no identifier") }
    return identifier
}

func currency(_ code: String) -> Currency {
    guard let currency = Currency(code) else { preconditionFailure("\(code) is no currency") }
    return currency
}

func rate(_ partsPerMillion: Int) -> TaxRate {
    guard let rate = TaxRate(partsPerMillion: partsPerMillion) else { preconditionFailure("no such rate") }
    return rate
}

let english: LanguageTag = {
    guard let tag = LanguageTag("en") else { preconditionFailure("no such language") }
    return tag
}()

func text(_ words: String) -> LocalizedText {
    do {
        return try LocalizedText([english: words], defaultLanguage: english)
    } catch {
        preconditionFailure("a label needs a text")
    }
}

let euro = currency("EUR")
let dollar = currency("USD")
let noon = Timestamp(millisecondsSinceEpoch: 1_760_011_200_000)

func euros(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: euro) }
