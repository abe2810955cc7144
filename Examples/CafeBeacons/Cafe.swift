import Foundation
import LocationCompatibility

/// A café with what its menu shows.
struct Cafe {
    let id: Int
    let name: String
    let spot: CLBeaconMinorValue
    let price: Decimal
    let currencyCode: String
    let locale: Locale
    let timeZone: TimeZone?

    /// Which UUID the beacons of all cafés have.
    static let uuid = UUID(uuid: (0x5A, 0xFE, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x2B))
    static let site: CLBeaconMajorValue = 5

    static let all = [
        Cafe(
            id: 1, name: "Salle à manger", spot: 11, price: Decimal(string: "12.5") ?? 0, currencyCode: "CAD",
            locale: Locale(identifier: "en_US"), timeZone: TimeZone(identifier: "America/Toronto")),
        Cafe(
            id: 2, name: "Coffee bar", spot: 12, price: 480, currencyCode: "JPY",
            locale: Locale(identifier: "ja_JP"), timeZone: TimeZone(identifier: "Asia/Tokyo")),
    ]

    /// The café of a spot.
    static func at(_ major: CLBeaconMajorValue, _ minor: CLBeaconMinorValue) -> Cafe? {
        major == site ? all.first { $0.spot == minor } : nil
    }
}

extension Cafe {
    /// The price as its guests read it: the currency is the café's, whatever the locale would suggest.
    var priceText: String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = locale
        formatter.currencyCode = currencyCode
        return formatter.string(from: price as NSDecimalNumber) ?? "\(price) \(currencyCode)"
    }

    /// A moment as its guests read it.
    func timeText(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.timeZone = timeZone
        formatter.dateStyle = .medium
        formatter.timeStyle = .short
        return formatter.string(from: date)
    }
}
