import Essentials
import JSON

extension CampusDecoder {
    /// Reads what holds for meal accounts, by currency.
    func mealAccountRules(_ reader: JSONReader) -> [MealAccountRules]? {
        var currencies = Declarations()
        return reader.array { reader in
            reader.refuseMembers(except: ["currency", "topUp", "confirmAbove"])
            let currency = currencies.declare(reader["currency"].currency(), at: reader["currency"])
            let topUp = reader["topUp"].optional
            let confirmAbove = reader["confirmAbove"].optional
            let range = topUp.flatMap { topUpRange($0) }
            let limit = confirmAbove.flatMap { $0.integer(in: 0...Self.mostOfAccount) }
            // What is there and cannot be read has been noted.
            guard let currency, (topUp == nil) == (range == nil), (confirmAbove == nil) == (limit == nil)
            else {
                return nil
            }
            return MealAccountRules(currency: currency, topUp: range, confirmAbove: limit)
        }
    }

    /// With this bound the sum of a million accounts stays within 64 bits.
    private static let mostOfAccount: Int64 = 1_000_000_000_000

    private func topUpRange(_ reader: JSONReader) -> ClosedRange<Int64>? {
        reader.refuseMembers(except: ["least", "most"])
        let least = reader["least"].integer(in: 1...Self.mostOfAccount)
        let most = reader["most"].integer(in: 1...Self.mostOfAccount)
        guard let least, let most else { return nil }
        guard least <= most else {
            reader["most"].note(.value, "must not be below least")
            return nil
        }
        return least...most
    }
}
