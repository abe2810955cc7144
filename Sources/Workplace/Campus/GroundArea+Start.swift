import Essentials
public import Ordering

extension GroundArea {
    /// The straight distance that people walk in a minute, in metres: 80 metres of path, less a third for corners.
    static let metresAMinute = 60.0
    /// The bounds of the walking time in minutes, whatever the order.
    static let minutes = 1...15

    /// The area around a café in which the kitchen starts a waiting order.
    ///
    /// From its edge, the walk takes as long as the order's longest item.
    ///
    /// `nil` for a café that has left the campus.
    public init?(startOf order: Order, on campus: Campus) {
        guard let cafe = campus.cafe(order.cafe), let site = campus.site(cafe.site),
            let point = site.cafePoints[cafe.id], let area = site.cafeAreas[cafe.id]
        else { return nil }
        let longest = order.basket.lines.map(\.prepMinutes).max() ?? 0
        let minutes = min(max(longest, Self.minutes.lowerBound), Self.minutes.upperBound)
        self.init(around: point, radius: area.extent + Double(minutes) * Self.metresAMinute)
    }
}
