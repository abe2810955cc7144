import Beacons

// The macros of the tests cannot take a `Span`, so each decoder has a function that takes an array.

/// The frames in advertising data, and what was wrong.
func frames(in data: [UInt8]) -> (frames: [BeaconFrame], defect: FrameDefect?) {
    var frames: [BeaconFrame] = []
    do throws(FrameDefect) {
        try AdvertisingData.forEachFrame(in: data.span) { frames.append($0) }
        return (frames, nil)
    } catch {
        return (frames, error)
    }
}

/// Reads Ruuvi's manufacturer data.
func ruuvi(_ data: [UInt8]) throws(FrameDefect) -> RuuviFrame? { try RuuviFrame(manufacturerData: data.span) }

/// Reads the data of the Eddystone service as a web address.
func eddystoneURL(_ data: [UInt8]) throws(FrameDefect) -> EddystoneURLFrame? {
    try EddystoneURLFrame(serviceData: data.span)
}

/// Reads the data of the BTHome service.
func btHome(_ data: [UInt8]) throws(FrameDefect) -> BTHomeFrame { try BTHomeFrame(serviceData: data.span) }

/// Decrypts the data of the BTHome service.
func opened(
    _ data: [UInt8], address: DeviceAddress, key: CipherBlock
) throws(FrameDefect) -> (counter: UInt32, objects: [UInt8]) {
    try btHome(data).decrypted(in: data.span, address: address, key: key, using: .openSSL)
}

/// An object with its number.
struct NumberedObject: Equatable {
    var object: BTHomeObject
    var number: Int64?
}

/// The objects in some bytes.
func btHomeObjects(_ data: [UInt8]) throws(FrameDefect) -> [NumberedObject] {
    var objects = BTHomeObjects(0..<data.count)
    var found: [NumberedObject] = []
    while let object = try objects.next(in: data.span) {
        found.append(NumberedObject(object: object, number: object.number(in: data.span)))
    }
    return found
}

/// The name in advertising data.
func name(in data: [UInt8]) -> String? { AdvertisingData.name(in: data.span) }
