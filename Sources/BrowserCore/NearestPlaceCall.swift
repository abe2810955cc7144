import Conditions
import Geodesy
import Observations

/// What a page and the core say to each other about the nearest place: numbers in one block of memory.
///
/// In: latitude, longitude and accuracy of the fix, the current place's index or -1; then three numbers for each place:
/// latitude, longitude, and 1 for open or 0 for closed. Out: how many places follow, 1 for a rough position; then two
/// numbers for each place: index, distance in metres.
private enum Layout {
    static let header = 4
    static let place = 3
    static let answerHeader = 2
    static let answer = 2

    static func size(places: Int) -> Int { header + place * places }
}

/// The decisions by number, as the page reads them.
private enum Outcome: Int32 {
    case choose = 0
    case ask = 1
    case imprecise = 2
    case allClosed = 3
    case tooFar = 4
}

/// Gives a block with room for a question about so many places; the caller hands it back with the release below.
@_cdecl("vicinity_nearest_block")
public func nearestBlock(places: Int32) -> UnsafeMutablePointer<Double> {
    UnsafeMutablePointer<Double>.allocate(capacity: Layout.size(places: Int(max(places, 0))))
}

/// Takes a block back.
@_cdecl("vicinity_nearest_release")
public func nearestRelease(block: UnsafeMutablePointer<Double>) {
    unsafe block.deallocate()
}

/// Decides, writes the places that matter into the block, and gives the decision's number.
@_cdecl("vicinity_nearest_decide")
public func nearestDecide(block: UnsafeMutablePointer<Double>, places: Int32) -> Int32 {
    let count = Int(max(places, 0))
    let numbers = unsafe UnsafeMutableBufferPointer(start: block, count: Layout.size(places: count))
    guard let question = unsafe Question(numbers, places: count) else { return Outcome.imprecise.rawValue }
    let decision = NearestPlaceRule().decide(
        question.fix, among: question.places, current: question.current)
    return unsafe write(decision, to: numbers).rawValue
}

private struct Question {
    let fix: PositionFix
    let current: Int?
    let places: [CandidatePlace]

    /// Reads the block; nothing when a number is not on the globe.
    init?(_ numbers: UnsafeMutableBufferPointer<Double>, places count: Int) {
        guard
            let coordinate = unsafe Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let fix = unsafe PositionFix(coordinate: coordinate, horizontalAccuracy: numbers[2])
        else { return nil }
        self.fix = fix
        current = unsafe Int(exactly: numbers[3])
        var places: [CandidatePlace] = []
        places.reserveCapacity(count)
        for index in 0..<count {
            let start = Layout.header + Layout.place * index
            guard
                let coordinate = unsafe Coordinate(
                    latitude: numbers[start], longitude: numbers[start + 1])
            else { return nil }
            places.append(unsafe CandidatePlace(coordinate: coordinate, isOpen: numbers[start + 2] != 0))
        }
        self.places = places
    }
}

private func write(
    _ decision: NearestPlaceDecision, to numbers: UnsafeMutableBufferPointer<Double>
) -> Outcome {
    switch decision {
    case .choose(let place):
        unsafe write([place], isRough: false, to: numbers)
        return .choose
    case .ask(let places, let isRough):
        unsafe write(places, isRough: isRough, to: numbers)
        return .ask
    case .imprecise: return .imprecise
    case .allClosed: return .allClosed
    case .tooFar(let closed):
        unsafe write(closed.map { [$0] } ?? [], isRough: false, to: numbers)
        return .tooFar
    }
}

/// Writes the answer; it is never longer than the question, which had three numbers a place and a longer head.
private func write(
    _ places: [RankedPlace], isRough: Bool, to numbers: UnsafeMutableBufferPointer<Double>
) {
    unsafe numbers[0] = Double(places.count)
    unsafe numbers[1] = isRough ? 1 : 0
    for (offset, place) in places.enumerated() {
        let start = Layout.answerHeader + Layout.answer * offset
        unsafe numbers[start] = Double(place.index)
        unsafe numbers[start + 1] = place.distance
    }
}
