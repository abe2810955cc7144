/// A currency of ISO 4217: three capital letters and the number of decimals of its minor unit.
///
/// Source of the exponents: ISO 4217:2015, list one, as of 2024. A code that is not in the table is refused,
/// because an amount without its exponent has no meaning.
public struct Currency: Hashable, Sendable {
    /// The alphabetic code, such as `JPY`.
    public let code: String
    /// How many decimals the minor unit has: 0 for yen, 2 for euro, 3 for Kuwaiti dinar.
    public let exponent: Int

    /// Accepts the code of a currency in use.
    ///
    /// - Parameter code: Three capital letters.
    ///   The result is `nil` when the code is not in the table.
    public init?(_ code: String) {
        guard let exponent = Self.exponents[code] else { return nil }
        self.code = code
        self.exponent = exponent
    }

    /// How many minor units make one unit: 10 to the power of the exponent.
    public var minorUnitsPerUnit: Int64 {
        (0..<exponent).reduce(1) { product, _ in product * 10 }
    }

    private static let exponents: [String: Int] = {
        let codes: [Int: String] = [
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
        var exponents: [String: Int] = [:]
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
