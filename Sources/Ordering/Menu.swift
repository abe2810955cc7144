public import Essentials

/// A café's menu, in sections.
public struct Menu: Hashable, Sendable {
    /// The sections, in the order in which they are shown.
    public let sections: [MenuSection]
    /// The serving hours of its items, each once.
    public let servingHours: Set<OpeningHours>
    private let places: [ItemID: Place]

    private struct Place: Hashable, Sendable {
        let section: Int
        let item: Int
    }

    /// Makes a menu; an item in several sections counts for the first one.
    public init(sections: [MenuSection]) {
        self.sections = sections
        var places: [ItemID: Place] = [:]
        for (sectionIndex, section) in sections.enumerated() {
            for (itemIndex, item) in section.items.enumerated() where places[item.id] == nil {
                places[item.id] = Place(section: sectionIndex, item: itemIndex)
            }
        }
        self.places = places
        servingHours = Set(sections.flatMap { $0.items.compactMap(\.servingHours) })
    }

    /// Returns the item with an identifier, or `nil` when the menu does not have it.
    public func item(_ id: ItemID) -> MenuItem? {
        places[id].map { sections[$0.section].items[$0.item] }
    }

    /// Whether the café counts the stock of an item; `false` for an item that is not on the menu.
    public func countsStock(of id: ItemID) -> Bool {
        places[id].map { sections[$0.section].items[$0.item].hasCountedStock } ?? false
    }
}

/// A part of a menu under one heading.
public struct MenuSection: Hashable, Sendable {
    /// The heading.
    public let name: LocalizedText
    /// The items, in the order in which they are shown.
    public let items: [MenuItem]

    /// Makes a section.
    public init(name: LocalizedText, items: [MenuItem]) {
        self.name = name
        self.items = items
    }
}
