/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// One sigma of an error, in metres; negative when nothing is known.
public typealias CLLocationAccuracy = Double
/// Metres a second; negative when nothing is known.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north; negative when nothing is known.
public typealias CLLocationDirection = Double
/// The site of a beacon.
public typealias CLBeaconMajorValue = UInt16
/// The spot of a beacon at its site.
public typealias CLBeaconMinorValue = UInt16

/// As ``CLLocationManager/distanceFilter``: every position is delivered.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// As ``CLLocationManager/desiredAccuracy``: as exactly as can be measured, with what else helps when driving; here as
/// ``kCLLocationAccuracyBest``.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As ``CLLocationManager/desiredAccuracy``: as exactly as can be measured.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// As ``CLLocationManager/desiredAccuracy``: to ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// As ``CLLocationManager/desiredAccuracy``: to a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// As ``CLLocationManager/desiredAccuracy``: to a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// As ``CLLocationManager/desiredAccuracy``: to three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
/// As ``CLLocationManager/desiredAccuracy``: coarse positions alone, as under ``CLAccuracyAuthorization/reducedAccuracy``.
///
/// Core Location does not say which number this is; here it is the accuracy in metres that coarse positions claim at least.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5_000
