/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// One sigma of an error, in metres; negative when it is unknown.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative when unknown.
public typealias CLLocationSpeed = Double
/// Degrees clockwise from north; negative when unknown.
public typealias CLLocationDirection = Double
/// The site of a beacon.
public typealias CLBeaconMajorValue = UInt16
/// The spot of a beacon at its site.
public typealias CLBeaconMinorValue = UInt16

/// A value of ``CLLocationManager/distanceFilter``: every position is delivered.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// A value of ``CLLocationManager/desiredAccuracy``: the best accuracy, with extra data for driving.
///
/// Here it equals ``kCLLocationAccuracyBest``.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// A value of ``CLLocationManager/desiredAccuracy``: the best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// A value of ``CLLocationManager/desiredAccuracy``: ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A value of ``CLLocationManager/desiredAccuracy``: a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A value of ``CLLocationManager/desiredAccuracy``: a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// A value of ``CLLocationManager/desiredAccuracy``: three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
/// A value of ``CLLocationManager/desiredAccuracy``: coarse positions only.
///
/// The positions are those of ``CLAccuracyAuthorization/reducedAccuracy``. Core Location does not document
/// the number. Here it is the minimum error in metres that coarse positions claim.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 5_000
