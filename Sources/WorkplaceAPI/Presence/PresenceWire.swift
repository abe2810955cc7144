import Beacons
import Essentials
import JSON
import Workplace

extension Following {
    /// The purpose and the retention of presence; pages word them in the person's language.
    static let purpose = """
        So that the page shows the café that you are in, your badge and the devices that you let report are compared \
        with the beacons of the campus. What was heard is dropped at once; that you came to a spot or left it is kept \
        for a day at most, and erased when you switch this off.
        """

    /// The wire form.
    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("following", since != nil)
            json.member("purpose", Self.purpose)
            if let since { json.member("since", since) }
            switch choice {
            case .none: break
            case .place(let cafe): json.member("cafe", cafe.rawValue)
            case .between(let cafes):
                json.member("candidates") { list in
                    list.array { for cafe in cafes { $0.string(cafe.rawValue) } }
                }
            }
        }
        return json.bytes
    }
}

extension Campus {
    /// The beacons of the spots, for a device that monitors them.
    var conditionBytes: [UInt8] {
        var json = JSONWriter()
        json.array { list in
            for spot in sites.flatMap(\.spots) {
                guard let beacon = beacon(of: spot.id) else { continue }
                list.object { json in
                    json.member("identifier", spot.id.rawValue)
                    json.member("uuid", beacon.uuid.description)
                    json.member("major", Int(beacon.major))
                    json.member("minor", Int(beacon.minor))
                    if let cafe = spot.cafe { json.member("cafe", cafe.rawValue) }
                }
            }
        }
        return json.bytes
    }
}
