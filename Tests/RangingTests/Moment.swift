/// A time in whole milliseconds since the beginning of a test.
struct Moment: InstantProtocol, Hashable {
    var milliseconds: Int64

    init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

    func advanced(by duration: Duration) -> Moment {
        Moment(milliseconds + Int64(duration / .milliseconds(1)))
    }

    func duration(to other: Moment) -> Duration { .milliseconds(other.milliseconds - milliseconds) }

    static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}
