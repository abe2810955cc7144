/// A currency of ISO 4217: three capital letters and the number of decimals of its minor unit.
///
/// Source of the exponents: ISO 4217:2015, list one, as of 2024. A code that is not in the table is refused,
/// because an amount without its exponent has no meaning.
public struct Currency: Hashable, Sendable {
    /// The three letters as one number, the first letter in the highest byte.
    ///
    /// Each amount holds its currency, and an order holds dozens of amounts. A number is copied without
    /// reference counting.
    private let letters: UInt32
    private let decimals: UInt8

    /// Makes the currency with a code that is in use.
    ///
    /// - Parameter code: Three capital letters.
    ///   The result is `nil` when the code is not in the table.
    public init?(_ code: String) {
        guard let exponent = Self.exponents[code] else { return nil }
        letters = code.utf8.reduce(0) { $0 << 8 | UInt32($1) }
        decimals = exponent
    }

    /// The alphabetic code, such as `JPY`.
    public var code: String {
        String(unsafeUninitializedCapacity: 3) { text in
            text[0] = UInt8(truncatingIfNeeded: letters >> 16)
            text[1] = UInt8(truncatingIfNeeded: letters >> 8)
            text[2] = UInt8(truncatingIfNeeded: letters)
            return 3
        }
    }

    /// How many decimals the minor unit has: 0 for yen, 2 for euro, 3 for Kuwaiti dinar.
    public var exponent: Int { Int(decimals) }

    /// How many minor units make one unit: 10 to the power of the exponent.
    public var minorUnitsPerUnit: Int64 {
        (0..<exponent).reduce(1) { product, _ in product * 10 }
    }

    private static let exponents: [String: UInt8] = {
        let codes: [UInt8: String] = [
            0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
            2: """
            AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
            CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL \
            HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP \
            MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD \
            SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS \
            VED VES WST XCD YER ZAR ZMW ZWG
            """,
            3: "BHD IQD JOD KWD LYD OMR TND",
            4: "CLF UYW",
        ]
        var exponents: [String: UInt8] = [:]
        for (exponent, list) in codes {
            for code in list.split(separator: " ") { exponents[String(code)] = exponent }
        }
        return exponents
    }()
}

extension Currency: CustomStringConvertible {
    /// The alphabetic code.
    public var description: String { code }
}
