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

extension JSONValue {
    /// Reads an answer of the server; one that does not fit is the server's mistake or a newer version's.
    func reading<Result>(_ make: (JSONReader) -> Result?) throws -> Result {
        do { return try read(make) } catch {
            throw CommandFailure("The server's answer is not as expected; is it of another version?")
        }
    }
}
