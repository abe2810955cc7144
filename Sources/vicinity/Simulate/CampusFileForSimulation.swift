import JSON

/// A campus with room for many simulated people: cafés for 250 people each, and sites of four cafés with two doors.
struct CampusFileForSimulation {
    private static let peopleOfCafe = 250
    private static let cafesOfSite = 4

    let people: Int

    private var cafeCount: Int { (people + Self.peopleOfCafe - 1) / Self.peopleOfCafe }
    private var siteCount: Int { (cafeCount + Self.cafesOfSite - 1) / Self.cafesOfSite }

    /// The file.
    var content: JSONValue {
        // Cafés, their menus and their accounts are those of a simulated lunch.
        let lunch = LunchPlan(cafes: cafeCount, people: people)
        return [
            "organisation": [
                "id": "simulated-campus", "name": ["en": "Simulated campus"], "defaultLanguage": "en",
                "beaconUUID": "0D6B8F5C-52A5-4F8E-9C2C-3D6B1E0A7F11",
            ],
            "sites": .array((1...siteCount).map { site($0, lunch) }),
            "people": .array(lunch.people.map(lunch.person)),
            "devices": .array(lunch.cafes.map { lunch.device(.station, $0) }),
        ]
    }

    private func site(_ number: Int, _ lunch: LunchPlan) -> JSONValue {
        let cafes = lunch.cafes.dropFirst((number - 1) * Self.cafesOfSite).prefix(Self.cafesOfSite)
        return [
            "id": .string("site-\(number)"), "name": ["en": .string("Site \(number)")], "timeZone": "Etc/UTC",
            "major": .integer(Int64(number)), "coordinate": LunchPlan.coordinate,
            "spots": .array(
                ["front", "back"].enumerated().map { index, door in
                    [
                        "id": .string("site-\(number)-\(door)"), "name": ["en": .string("Door, \(door)")],
                        "minor": .integer(Int64(index + 1)), "kind": "entrance",
                    ]
                }),
            "cafes": .array(cafes.map(lunch.cafe)),
        ]
    }
}
