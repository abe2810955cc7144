public import Essentials

/// A station of a café's kitchen, such as the bar or the grill.
public struct Station: Hashable, Sendable {
    /// The identifier, unique within its café.
    public let id: StationID
    /// The displayed name.
    public let name: LocalizedText

    /// Makes a station.
    public init(id: StationID, name: LocalizedText) {
        self.id = id
        self.name = name
    }
}
