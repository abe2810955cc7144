/// The plural form of a word that a number needs in a language.
///
/// Source: CLDR 48, cardinal rules of `plurals.xml`, for the languages below. Other languages have only the
/// category ``PluralCategory/other``, like the root of CLDR. Numbers in compact notation ("1M") are not
/// considered.
public struct PluralRules: Hashable, Sendable {
    private enum Family {
        case none, oneWithoutDecimals, one, danish, hindi
        case french, italian, spanish, portuguese
        case russian, polish, czech, hebrew, arabic
    }

    private let family: Family

    /// Finds the rules of a language.
    public init(for language: LanguageTag) {
        family =
            switch (language.language, language.region) {
            case ("pt", "PT"): .italian
            case (let code, _): Self.families[code] ?? .none
            }
    }

    private static let families: [String: Family] = [
        "en": .oneWithoutDecimals, "de": .oneWithoutDecimals, "nl": .oneWithoutDecimals,
        "sv": .oneWithoutDecimals,
        "fi": .oneWithoutDecimals, "nb": .one, "no": .one, "tr": .one, "da": .danish, "hi": .hindi,
        "fr": .french, "it": .italian, "es": .spanish, "pt": .portuguese,
        "ru": .russian, "uk": .russian, "pl": .polish, "cs": .czech, "he": .hebrew, "ar": .arabic,
    ]

    /// Returns the category of a whole number.
    public func category(of integer: Int) -> PluralCategory { category(of: PluralOperands(integer)) }

    /// Returns the category of a number as it is shown.
    public func category(of number: PluralOperands) -> PluralCategory {
        switch family {
        case .none: .other
        case .oneWithoutDecimals: number.isWhole && number.integerPart == 1 ? .one : .other
        case .one: number.isValue(1) ? .one : .other
        case .danish: Self.danish(number)
        case .hindi: number.integerPart == 0 || number.isValue(1) ? .one : .other
        case .french, .portuguese: number.integerPart <= 1 ? .one : Self.millions(number)
        case .italian: number.isWhole && number.integerPart == 1 ? .one : Self.millions(number)
        case .spanish: number.isValue(1) ? .one : Self.millions(number)
        case .russian: Self.russian(number)
        case .polish: Self.polish(number)
        case .czech: Self.czech(number)
        case .hebrew: Self.hebrew(number)
        case .arabic: Self.arabic(number)
        }
    }

    /// The categories that the language uses for whole numbers, in the order of CLDR.
    ///
    /// The plural forms of a PO file stand in this order; see ``categories(ofForms:)``.
    public var integerCategories: [PluralCategory] {
        switch family {
        case .none: [.other]
        case .oneWithoutDecimals, .one, .danish, .hindi: [.one, .other]
        case .french, .italian, .spanish, .portuguese: [.one, .many, .other]
        case .russian, .polish: [.one, .few, .many]
        case .czech: [.one, .few, .other]
        case .hebrew: [.one, .two, .other]
        case .arabic: PluralCategory.allCases
        }
    }

    /// Returns the categories of the plural forms of a PO file, first form first.
    ///
    /// Besides ``integerCategories``, it accepts the numbers of forms that translators' tools write: four
    /// forms for languages with a form for fractions, and two forms where the third is rare (Romance
    /// millions, the Hebrew dual).
    ///
    /// - Parameter count: How many forms the file has (`nplurals`).
    /// - Returns: The categories, or `nil` when the language cannot have that many forms.
    public func categories(ofForms count: Int) -> [PluralCategory]? {
        if count == integerCategories.count { return integerCategories }
        switch (family, count) {
        case (.french, 2), (.italian, 2), (.spanish, 2), (.portuguese, 2), (.hebrew, 2):
            return [.one, .other]
        case (.russian, 4), (.polish, 4), (.czech, 4): return [.one, .few, .many, .other]
        default: return nil
        }
    }
}

// MARK: - Families with more than two forms

extension PluralRules {
    private static func danish(_ number: PluralOperands) -> PluralCategory {
        number.isValue(1) || (number.significantDecimals != 0 && number.integerPart <= 1) ? .one : .other
    }

    /// Whole millions take "de" in Romance languages.
    private static func millions(_ number: PluralOperands) -> PluralCategory {
        number.isWhole && number.integerPart != 0 && number.integerPart % 1_000_000 == 0 ? .many : .other
    }

    private static func russian(_ number: PluralOperands) -> PluralCategory {
        guard number.isWhole else { return .other }
        if number.integerPart % 10 == 1, number.integerPart % 100 != 11 { return .one }
        return isSlavicFew(number) ? .few : .many
    }

    private static func polish(_ number: PluralOperands) -> PluralCategory {
        guard number.isWhole else { return .other }
        if number.integerPart == 1 { return .one }
        return isSlavicFew(number) ? .few : .many
    }

    private static func isSlavicFew(_ number: PluralOperands) -> Bool {
        (2...4).contains(number.integerPart % 10) && !(12...14).contains(number.integerPart % 100)
    }

    private static func czech(_ number: PluralOperands) -> PluralCategory {
        guard number.isWhole else { return .many }
        switch number.integerPart {
        case 1: return .one
        case 2...4: return .few
        default: return .other
        }
    }

    private static func hebrew(_ number: PluralOperands) -> PluralCategory {
        switch (number.integerPart, number.isWhole) {
        case (1, true), (0, false): .one
        case (2, true): .two
        default: .other
        }
    }

    private static func arabic(_ number: PluralOperands) -> PluralCategory {
        guard number.significantDecimals == 0 else { return .other }
        switch (number.integerPart, number.integerPart % 100) {
        case (0, _): return .zero
        case (1, _): return .one
        case (2, _): return .two
        case (_, 3...10): return .few
        case (_, 11...99): return .many
        default: return .other
        }
    }
}
