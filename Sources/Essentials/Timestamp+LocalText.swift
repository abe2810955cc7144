extension Timestamp {
    /// The instant by the wall clock of a zone with its difference from UTC: `2026-11-21T12:00:00.250+09:00`.
    ///
    /// Zones of long ago differ by seconds, which RFC 3339 cannot write; they are cut off.
    public func localText(in zone: Zone) -> String { localText(aheadOfUTC: zone.secondsFromUTC(at: self)) }

    /// The instant by a wall clock that is ahead of UTC by some seconds, with that difference.
    public func localText(aheadOfUTC seconds: Int) -> String {
        let minutes = seconds / 60
        let shown = advanced(by: .seconds(60 * minutes)).description.dropLast()
        return
            "\(shown)\(minutes < 0 ? "-" : "+")\(twoDigits(abs(minutes) / 60)):\(twoDigits(abs(minutes) % 60))"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
