import Foundation
import JSON
import TestSupport

/// A small campus file without a mistake, for tests to change.
enum CampusSample {
    /// Two cafés on two sites; everything that the file can say occurs at least once.
    static let text = """
        {
          "organisation": {
            "id": "org", "name": {"en": "Org", "ja": "組織"},
            "beaconUUID": "6e5c7a0d-3b41-4e0a-9c52-8f2d71b6a4e3",
            "badgeUUID": "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36", "defaultLanguage": "en",
            "mealAccounts": [{"currency": "EUR", "topUp": {"least": 500, "most": 20000}, "confirmAbove": 10000}]
          },
          "sites": [
            {
              "id": "north", "name": {"en": "North"}, "timeZone": "Europe/Berlin", "major": 1,
              "coordinate": {"latitude": 52.5, "longitude": 13.4},
              "cafes": [{
                "id": "grill-cafe", "name": {"en": "Grill"}, "currency": "EUR",
                "coordinate": {"latitude": 52.5, "longitude": 13.4},
                "hours": {"monday": ["08:00-12:00", "12:00-24:00"], "tuesday": ["00:00-02:00"]},
                "dayBoundaryHour": 4,
                "tax": {"included": true, "rounding": "half-up", "rates": {"food": "8.25", "drinks": "19"}},
                "stations": [{"id": "grill", "name": {"en": "Grill"}}, {"id": "bar", "name": {"en": "Bar"}}],
                "printers": [
                  {"id": "grill-printer", "name": {"en": "Grill printer"}, "host": "10.0.0.7", "port": 9101,
                   "stations": ["grill"], "columns": 32, "codePage": "windows-1252", "language": "en",
                   "backup": "counter-printer"},
                  {"id": "counter-printer", "name": {"en": "Counter printer"}, "host": "printer.lan", "stations": []}
                ],
                "menu": {
                  "groups": [{
                    "id": "size", "name": {"en": "Size"}, "minimum": 1, "maximum": 1, "defaults": ["small"],
                    "choices": [
                      {"id": "small", "name": {"en": "Small"}, "price": 0, "allergens": {}},
                      {"id": "large", "name": {"en": "Large"}, "price": 60, "allergens": {}}
                    ]
                  }],
                  "sections": [{
                    "id": "food", "name": {"en": "Food"},
                    "items": [
                      {
                        "id": "burger", "name": {"en": "Burger"}, "summary": {"en": "With bun."},
                        "price": 950, "taxClass": "food", "station": "grill", "prepMinutes": 9, "stock": 12,
                        "picture": "smash-burger", "diets": ["halal"], "kilocalories": 740,
                        "allergens": {"contains": ["gluten"], "mayContain": ["sesame"]},
                        "groups": ["size", {
                          "id": "extras", "name": {"en": "Extras"}, "minimum": 0, "maximum": 3,
                          "choices": [
                            {"id": "cheese", "name": {"en": "Cheese"}, "price": 90, "maximumQuantity": 2,
                             "allergens": {"contains": ["milk"]}, "diets": ["vegetarian"], "kilocalories": 90},
                            {"id": "sauce", "name": {"en": "Sauce"}, "price": 0, "allergens": "unknown"}
                          ]
                        }]
                      },
                      {
                        "id": "soup", "name": {"en": "Soup"}, "summary": {"en": "Of today."}, "price": 0,
                        "taxClass": "drinks", "station": "bar", "prepMinutes": 0, "allergens": "unknown",
                        "served": {"monday": ["08:00-11:30"]}
                      }
                    ]
                  }]
                }
              }],
              "spots": [
                {"id": "door", "name": {"en": "Door"}, "minor": 0, "kind": "entrance"},
                {"id": "room", "name": {"en": "Room"}, "minor": 1, "kind": "cafe", "cafe": "grill-cafe"},
                {"id": "counter", "name": {"en": "Counter"}, "minor": 2, "kind": "station",
                 "cafe": "grill-cafe", "station": "bar"}
              ],
              "gateways": [
                {"id": "ear", "spot": "room"}, {"id": "other-ear", "spot": "room"},
                {"id": "door-ear", "spot": "door"}
              ]
            },
            {
              "id": "south", "name": {"en": "South"}, "timeZone": "Asia/Tokyo", "major": 65535,
              "coordinate": {"latitude": -90, "longitude": 180},
              "cafes": [{
                "id": "tea-cafe", "name": {"en": "Tea"}, "currency": "JPY",
                "coordinate": {"latitude": -90, "longitude": 180},
                "hours": {"everyday": ["09:30-17:00"]}, "dayBoundaryHour": 0,
                "tax": {"included": false, "rounding": "down", "roundingLevel": "rate", "rates": {"food": "8"}},
                "stations": [{"id": "kettle", "name": {"en": "Kettle"}}],
                "menu": {
                  "sections": [{
                    "id": "food", "name": {"en": "Food"},
                    "items": [{
                      "id": "burger", "name": {"en": "Rice burger"}, "summary": {"en": "With rice."},
                      "price": 600, "taxClass": "food", "station": "kettle", "prepMinutes": 5, "allergens": {}
                    }]
                  }]
                }
              }],
              "spots": [
                {"id": "gate", "name": {"en": "Gate"}, "minor": 0, "kind": "entrance", "floor": -1,
                 "coordinate": {"latitude": -89.9, "longitude": 179.5}},
                {"id": "tea-room", "name": {"en": "Tea room"}, "minor": 1, "kind": "cafe", "cafe": "tea-cafe"}
              ],
              "gateways": [{"id": "tea-ear", "spot": "tea-room"}]
            }
          ],
          "people": [
            {"id": "ada", "name": "Ada", "roles": ["employee", "cook"], "language": "en", "locale": "en-GB",
             "badge": {"major": 7, "minor": 65535},
             "balances": [{"amount": 5000, "currency": "EUR"}, {"amount": 0, "currency": "JPY"}]},
            {"id": "ben", "name": "Ben", "roles": ["manager"], "language": "ja", "locale": "ja-JP", "balances": []}
          ],
          "devices": [
            {"id": "screen", "name": {"en": "Screen"}, "role": "kitchen", "cafe": "grill-cafe"},
            {"id": "wall", "name": {"en": "Wall"}, "role": "board", "cafe": "tea-cafe"}
          ]
        }
        """

    /// The sample as a value.
    static func value() throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    /// The bytes of the demo campus.
    static func demo() throws -> [UInt8] {
        Array(try Data(contentsOf: projectFolder.appending(path: "Examples/demo-campus.json")))
    }
}

extension JSONValue {
    /// Returns what stands at a path, written as for ``changing(_:to:)``.
    func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { value, step in
            switch value {
            case .object(let object): object[String(step)]
            case .array(let elements): Int(step).map { elements[$0] }
            default: nil
            }
        }
    }

    /// The paths of everything below the value.
    var paths: [String] {
        let children: [(String, JSONValue)] =
            switch self {
            case .object(let object): object.members.map { ($0.name, $0.value) }
            case .array(let elements): elements.enumerated().map { (String($0), $1) }
            default: []
            }
        return children.flatMap { step, child in [step] + child.paths.map { "\(step).\($0)" } }
    }

    /// Returns the value with what stands at a path replaced, added, or removed when the new value is `nil`.
    ///
    /// The path is written as in messages with dots only: `sites.0.cafes.0.id`.
    func changing(_ path: some StringProtocol, to value: JSONValue?) -> JSONValue? {
        let parts = path.split(separator: ".", maxSplits: 1)
        guard let first = parts.first else { return value }
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch self {
        case .object(var object):
            object[String(first)] = rest.isEmpty ? value : object[String(first)]?.changing(rest, to: value)
            return .object(object)
        case .array(var elements):
            guard let index = Int(first) else { return nil }
            guard index < elements.count else { return .array(elements + (value.map { [$0] } ?? [])) }
            if let changed = elements[index].changing(rest, to: value) {
                elements[index] = changed
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        default: return nil
        }
    }
}
