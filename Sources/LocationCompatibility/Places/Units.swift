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
