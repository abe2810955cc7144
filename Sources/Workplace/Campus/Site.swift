public import Attendance
public import Essentials

/// A place with one time zone and one or more cafés.
public struct Site: Hashable, Sendable {
    /// Names the site.
    public let id: SiteID
    /// What people call it.
    public let name: LocalizedText
    /// The zone of its wall clocks.
    public let zone: Zone
    /// The major value that its beacons carry.
    public let major: UInt16
    /// Where it is.
    public let point: GeographicPoint
    /// The spots that beacons mark.
    public let spots: [Spot]
    /// The receivers that hang at its spots.
    public let gateways: [Gateway]
    /// Where its cafés are.
    public let cafePoints: [CafeID: GeographicPoint]
    /// Its ground.
    public let area: GroundArea?
    /// The area of each café.
    public let cafeAreas: [CafeID: GroundArea]
    /// How long somebody must stay away for a departure to count.
    public let exitDwell: Duration
    /// The window of reminders here; `nil` for that of the organisation.
    public let reminderWindow: Duration?
    /// The dates on which nobody works here.
    public let holidays: Set<CalendarDate>
    /// The company's own attendance system for this site; `nil` where people clock in and out here.
    public let attendanceSystem: AttendanceSystem?
    /// That arrivals and departures are recorded by themselves; `nil` where they are not.
    public let automaticPunching: AutomaticPunching?
    /// When days of attendance begin here.
    public let dayStarts: DayStarts
    /// How long records of attendance are kept here; `nil` keeps them forever.
    public let attendanceRetention: AttendanceRetention?
    /// The rules by which times here become totals, in the order of their months; without any only the elapsed time counts.
    public let workRules: [DatedWorkRules]
    /// Who may see which people are at work here.
    public let whoIsIn: WhoIsInAudience

    /// Makes a site from its parts; where no area is given, it is a circle around the point.
    public init(
        id: SiteID, name: LocalizedText, zone: Zone, major: UInt16, point: GeographicPoint, spots: [Spot],
        gateways: [Gateway] = [], cafePoints: [CafeID: GeographicPoint], area: GroundArea? = nil,
        cafeAreas: [CafeID: GroundArea] = [:], exitDwell: Duration? = nil, reminderWindow: Duration? = nil,
        holidays: Set<CalendarDate> = [], attendanceSystem: AttendanceSystem? = nil,
        automaticPunching: AutomaticPunching? = nil, whoIsIn: WhoIsInAudience = .nobody,
        workRules: [DatedWorkRules] = [], dayStarts: DayStarts = .standard,
        attendanceRetention: AttendanceRetention? = nil
    ) {
        self.id = id
        self.name = name
        self.zone = zone
        self.major = major
        self.point = point
        self.spots = spots
        self.gateways = gateways
        self.exitDwell = exitDwell ?? DoorStateMachine.standardDwell
        self.reminderWindow = reminderWindow
        self.holidays = holidays
        self.attendanceSystem = attendanceSystem
        self.automaticPunching = automaticPunching
        self.whoIsIn = whoIsIn
        self.workRules = workRules
        self.dayStarts = dayStarts
        self.attendanceRetention = attendanceRetention
        self.cafePoints = cafePoints
        self.area = area ?? GroundArea(around: point, radius: GroundArea.siteRadius)
        self.cafeAreas = cafePoints.reduce(into: cafeAreas) { areas, place in
            areas[place.key] =
                areas[place.key] ?? GroundArea(around: place.value, radius: GroundArea.cafeRadius)
        }
    }
}
