import Essentials
import JSON

extension JSONReader {
    func money() -> Money? {
        let amount = self["amount"].integer(in: Int64.min...Int64.max)
        let currency = self["currency"].text(as: Currency.init, "must be a currency")
        guard let amount, let currency else { return nil }
        return Money(minorUnits: amount, currency: currency)
    }
}
