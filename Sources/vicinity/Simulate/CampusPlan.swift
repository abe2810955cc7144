import TipCatalogues

/// Who does what and when on a simulated campus; the same seed and places give the same plan.
struct CampusPlan: Equatable, Sendable {
    /// A site as the server describes it.
    struct Place: Equatable, Sendable {
        let site: String
        let doors: [String]
        let cafes: [String]
    }

    /// What a person does at a time of the simulation.
    struct Step: Equatable, Sendable {
        let at: Duration
        let action: Action
    }

    enum Action: Equatable, Sendable {
        case cross(door: String, isEntering: Bool)
        case punch(kind: String, site: String)
        case openMenu(cafe: String)
        case order(OrderWish)
    }

    /// An order before anybody knows the menu, and how long its kitchen and its person take.
    struct OrderWish: Equatable, Sendable {
        let cafe: String
        /// Chooses among the items that are served.
        let dish: UInt64
        let startAfter: Duration
        let prepareFor: Duration
        let collectAfter: Duration
    }

    /// The steps of each person, in the order of their times.
    let people: [[Step]]

    /// Plans a lunch.
    ///
    /// People arrive in the first fifth and leave in the last. Most of them order around the middle.
    ///
    /// - Parameters:
    ///   - count: How many people there are.
    ///   - duration: The simulated time.
    ///   - places: The sites that people go to; at least one.
    ///   - seed: The seed.
    init(people count: Int, duration: Duration, places: [Place], seed: UInt64) {
        people = (0..<count).map { number in
            // A generator for each person, so that more people do not change what the first ones do.
            var numbers = SeededNumbers(seed: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
            return Self.steps(over: duration, at: numbers.one(of: places), &numbers)
        }
    }

    private static func steps(
        over duration: Duration, at place: Place, _ numbers: inout SeededNumbers
    ) -> [Step] {
        let arrival = 0.2 * numbers.fraction()
        let clockIn = arrival + 0.02 * numbers.fraction()
        // The mean of two uniform numbers: most often in the middle.
        let order = 0.3 + 0.4 * (numbers.fraction() + numbers.fraction()) / 2
        let clockOut = 0.85 + 0.1 * numbers.fraction()
        let leaving = clockOut + 0.05 * numbers.fraction()
        var steps = [
            Step(at: clockIn * duration, action: .punch(kind: "in", site: place.site)),
            Step(at: clockOut * duration, action: .punch(kind: "out", site: place.site)),
        ]
        if !place.doors.isEmpty {
            let (entrance, exit) = (numbers.one(of: place.doors), numbers.one(of: place.doors))
            steps.append(Step(at: arrival * duration, action: .cross(door: entrance, isEntering: true)))
            steps.append(Step(at: leaving * duration, action: .cross(door: exit, isEntering: false)))
        }
        if !place.cafes.isEmpty {
            let wish = OrderWish(
                cafe: numbers.one(of: place.cafes), dish: numbers.next(),
                startAfter: .seconds(5 + 55 * numbers.fraction()),
                prepareFor: .seconds(120 + 360 * numbers.fraction()),
                collectAfter: .seconds(30 + 270 * numbers.fraction()))
            steps.append(Step(at: (order - 0.02) * duration, action: .openMenu(cafe: wish.cafe)))
            steps.append(Step(at: order * duration, action: .order(wish)))
        }
        return steps.sorted { $0.at < $1.at }
    }
}

private func * (share: Double, duration: Duration) -> Duration { duration * share }
