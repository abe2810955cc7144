import Essentials
import JSON
import Ordering

/// The stored form of the capacity that a basket or an order uses.
///
/// It is a JSON array, so that SQL can add it up in `vicinity verify`.
enum PickupShares {
    static func text(of shares: [PickupShare]) -> String {
        var json = JSONWriter(capacity: 64)
        json.array { json in
            for share in shares {
                json.object { json in
                    json.member("start", share.start.millisecondsSinceEpoch)
                    json.member("orders", share.load.orders)
                    json.member("items", share.load.items)
                    json.member("work") { $0.work(share.load.work) }
                }
            }
        }
        return json.text
    }

    static func text(of work: [StationID: Int]) -> String {
        var json = JSONWriter(capacity: 32)
        json.work(work)
        return json.text
    }

    static func shares(of text: String) throws -> [PickupShare] {
        try JSONValue(parsing: Array(text.utf8)).read { reader in
            reader.array { share -> PickupShare? in
                let start = share["start"].integer(in: Int64.min...Int64.max)
                let orders = share["orders"].integer(in: 0...Int.max)
                let items = share["items"].integer(in: 0...Int.max)
                guard let start, let orders, let items, let work = share["work"].work() else { return nil }
                return PickupShare(
                    start: Timestamp(millisecondsSinceEpoch: start),
                    load: PickupLoad(orders: orders, items: items, work: work))
            }
        }
    }

    static func work(of text: String) throws -> [StationID: Int] {
        try JSONValue(parsing: Array(text.utf8)).read { $0.work() }
    }
}

extension JSONWriter {
    fileprivate mutating func work(_ work: [StationID: Int]) {
        object { json in
            for (station, minutes) in work.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                json.member(named: station.rawValue) { $0.integer(minutes) }
            }
        }
    }
}

extension JSONReader {
    fileprivate func work() -> [StationID: Int]? {
        let minutes = members { name, reader -> (StationID, Int)? in
            guard let station = StationID(name), let minutes = reader.integer(in: 0...Int.max) else {
                return nil
            }
            return (station, minutes)
        }
        return minutes.map { Dictionary($0) { first, _ in first } }
    }
}
