import Beacons

/// Joins the pieces of an extended advertisement, which a controller reports one after another when it does not fit into
/// one event.
struct ReportAssembly {
    /// The most bytes of an extended advertisement: Bluetooth Core Specification 5.4, volume 6, part B, 2.3.4.9.
    private static let mostBytes = 1650
    /// The most senders whose pieces are kept; the oldest gives way.
    private static let mostSenders = 16

    private var pieces: [(address: DeviceAddress, data: [UInt8])] = []

    /// Takes a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - data: Its data.
    ///   - body: Called with each whole advertisement; without a copy when it came in one piece.
    mutating func take(
        _ report: AdvertisingReport, _ data: Span<UInt8>, _ body: (AdvertisingReport, Span<UInt8>) -> Void
    ) {
        let isLast = !report.properties.contains(.moreToCome)
        if isLast, pieces.isEmpty { return body(report, data) }
        let place = pieces.firstIndex { $0.address == report.address }
        guard place != nil || !isLast else { return body(report, data) }
        var whole = place.map { pieces.remove(at: $0).data } ?? []
        guard whole.count + data.count <= Self.mostBytes else { return }
        for index in data.indices { whole.append(data[index]) }
        guard isLast else {
            if pieces.count == Self.mostSenders { pieces.removeFirst() }
            pieces.append((report.address, whole))
            return
        }
        var report = report
        report.data = 0..<whole.count
        body(report, whole.span)
    }
}
