public import Essentials

/// Content together with the number of the feed's last entry, so that a reader can follow the feed from there.
public struct Snapshot<Content: Sendable>: Sendable {
    /// The number of the last feed entry that the content includes.
    public let asOf: Int64
    /// The time of the reading.
    public let time: Timestamp
    /// The content that was read.
    public let content: Content

    /// The same snapshot with a part of the content.
    public func map<Part>(_ part: (Content) -> Part) -> Snapshot<Part> {
        Snapshot<Part>(asOf: asOf, time: time, content: part(content))
    }
}
