/// A campus file for tests: a café that is open at the fixture's noon and one that is closed then, and somebody
/// of each role.
struct TestCampus {
    var soupName = "Soup"
    var soupPrice = 450
    var cakeStock = 3
    /// The hours of the cake, as the file has them; empty for a cake that is always served.
    var cakeHours = ""
    var hasSoup = true
    var includesTax = true
    /// Which taxes both cafés round; `nil` for cafés that say nothing about it.
    var roundingLevel: String?
    var teaPrice = 300
    var hasGateways = true
    /// The rules of the main café's pickup windows, as JSON; `nil` for a café without windows.
    var pickup: String?

    var text: String {
        """
        {
          "organisation": {
            "id": "org", "name": {"en": "Org", "ja": "組織"},
            "beaconUUID": "6E5C7A0D-3B41-4E0A-9C52-8F2D71B6A4E3",
            "badgeUUID": "B4D63E71-0C8F-4A5D-9E27-51F8A2C07D36", "defaultLanguage": "en"
          },
          "sites": [\(berlin), \(tokyo)],
          "people": [\(people)],
          "devices": [
            {"id": "kitchen-main", "name": {"en": "Kitchen", "ja": "厨房"}, "role": "kitchen", "cafe": "main-cafe"},
            {"id": "board-main", "name": {"en": "Board"}, "role": "board", "cafe": "main-cafe"},
            {"id": "kiosk-main", "name": {"en": "Kiosk"}, "role": "kiosk", "cafe": "main-cafe"},
            {"id": "kitchen-tokyo", "name": {"en": "Kitchen"}, "role": "kitchen", "cafe": "tokyo-cafe"},
            {"id": "board-tokyo", "name": {"en": "Board"}, "role": "board", "cafe": "tokyo-cafe"},
            {"id": "door-berlin", "name": {"en": "Door"}, "role": "entrance", "entrance": "berlin-door"}
          ]
        }
        """
    }

    private var level: String { roundingLevel.map { #", "roundingLevel": "\#($0)""# } ?? "" }

    private var berlin: String {
        """
        {
          "id": "berlin", "name": {"en": "Berlin", "ja": "ベルリン"}, "timeZone": "Europe/Berlin", "major": 1,
          "coordinate": {"latitude": 52.5, "longitude": 13.4},
          "cafes": [{
            "id": "main-cafe", "name": {"en": "Main café", "ja": "本館カフェ"}, "currency": "EUR",
            "coordinate": {"latitude": 52.5, "longitude": 13.25},
            "hours": {"everyday": ["07:00-18:00"]}, "dayBoundaryHour": 4,
            \(pickup.map { "\"pickup\": \($0)," } ?? "")
            "tax": {"included": \(includesTax), "rounding": "half-up"\(level), "rates": {"food": "7"}},
            "stations": [{"id": "grill", "name": {"en": "Grill"}}],
            "menu": {"sections": [{"id": "food", "name": {"en": "Food", "ja": "料理"},
              "items": [\(soup)\(burger), \(cake)]}]}
          }],
          "spots": [
            {"id": "berlin-door", "name": {"en": "Front door", "ja": "正面入口"}, "minor": 1, "kind": "entrance"},
            {"id": "main-room", "name": {"en": "Main room"}, "minor": 2, "kind": "cafe", "cafe": "main-cafe"}
          ],
          "gateways": [\(hasGateways ? gateways : "")]
        }
        """
    }

    private let gateways = """
        {"id": "main-ear", "spot": "main-room"}, {"id": "door-ear", "spot": "berlin-door"}
        """

    private var soup: String {
        guard hasSoup else { return "" }
        return """
            {
              "id": "soup", "name": {"en": "\(soupName)", "ja": "スープ"}, "summary": {"en": "Of today."},
              "price": \(soupPrice), "taxClass": "food", "station": "grill", "prepMinutes": 4,
              "allergens": {"contains": ["celery"], "mayContain": ["mustard"]},
              "groups": [{
                "id": "topping", "name": {"en": "Topping"}, "minimum": 0, "maximum": 2,
                "choices": [
                  {"id": "cream", "name": {"en": "Cream", "ja": "クリーム"}, "price": 60, "maximumQuantity": 2,
                   "allergens": {"contains": ["milk"]}},
                  {"id": "herbs", "name": {"en": "Herbs"}, "price": 0, "allergens": "unknown"}
                ]
              }]
            },
            """
    }

    private var burger: String {
        """
        {
          "id": "burger", "name": {"en": "Burger <&>"}, "summary": {"en": "With bun."}, "price": 950, "taxClass": "food", "station": "grill",
          "prepMinutes": 9, "allergens": {"contains": ["gluten"]},
          "picture": "smash-burger", "diets": ["vegan"], "kilocalories": 700,
          "groups": [{
            "id": "size", "name": {"en": "Size"}, "minimum": 1, "maximum": 1, "defaults": ["small"],
            "choices": [
              {"id": "small", "name": {"en": "Small"}, "price": 0, "allergens": {}, "diets": [], "kilocalories": 10},
              {"id": "large", "name": {"en": "Large"}, "price": 60, "allergens": {}}
            ]
          }]
        }
        """
    }

    private var cake: String {
        """
        {
          "id": "cake", "name": {"en": "Cake"}, "summary": {"en": "Sweet."}, "price": 380, "taxClass": "food", "station": "grill",
          "prepMinutes": 1, "stock": \(cakeStock), "allergens": "unknown"\(cakeHours)
        }
        """
    }

    private var tokyo: String {
        """
        {
          "id": "tokyo", "name": {"en": "Tokyo", "ja": "東京"}, "timeZone": "Asia/Tokyo", "major": 2,
          "coordinate": {"latitude": 35.5, "longitude": 139.5},
          "cafes": [{
            "id": "tokyo-cafe", "name": {"en": "Tokyo café"}, "currency": "JPY",
            "coordinate": {"latitude": 35.5, "longitude": 139.5},
            "hours": {"everyday": ["09:30-17:00"]}, "dayBoundaryHour": 0,
            "tax": {"included": false, "rounding": "down"\(level), "rates": {"food": "8"}},
            "stations": [{"id": "kettle", "name": {"en": "Kettle"}}],
            "menu": {"sections": [{"id": "tea", "name": {"en": "Tea"}, "items": [{
              "id": "tea", "name": {"en": "Tea"}, "summary": {"en": "Hot."}, "price": \(teaPrice), "taxClass": "food", "station": "kettle",
              "prepMinutes": 2, "allergens": {}}]}]}
          }],
          "spots": [
            {"id": "tokyo-door", "name": {"en": "Gate"}, "minor": 1, "kind": "entrance"},
            {"id": "tokyo-room", "name": {"en": "Room"}, "minor": 2, "kind": "cafe", "cafe": "tokyo-cafe"}
          ],
          "gateways": [{"id": "tokyo-ear", "spot": "tokyo-room"}]
        }
        """
    }

    private var people: String {
        let rows = [
            ("ada", "Ada Lovelace", "employee", #"[{"amount": 5000, "currency": "EUR"}]"#),
            ("grace", "Grace Hopper", "employee", #"[{"amount": 5000, "currency": "EUR"}]"#),
            ("poor", "Poor Tom", "employee", #"[{"amount": 100, "currency": "EUR"}]"#),
            ("yoko", "Yoko", "employee", #"[{"amount": 5000, "currency": "JPY"}]"#),
            ("carl", "Carl", "cook", "[]"), ("mia", "Mia", #"manager", "approver"#, "[]"),
            ("ann", "Ann", "administrator", "[]"), ("finn", "Finn", #"finance", "hr"#, "[]"),
        ]
        return rows.enumerated().map { index, row in
            let (id, name, role, balances) = row
            return """
                {"id": "\(id)", "name": "\(name)", "roles": ["\(role)"], "language": "en", "locale": "en-GB",
                 "badge": {"major": 1, "minor": \(100 + index)}, "balances": \(balances)}
                """
        }.joined(separator: ",\n")
    }
}
