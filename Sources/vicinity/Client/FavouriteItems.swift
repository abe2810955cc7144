import Essentials
import JSON
import Ordering
import WorkplaceClient

/// The favourites of a person, as the server lists them.
struct FavouriteItems {
    /// The server's answer.
    let value: JSONValue
    private let marked: Set<Favourite>

    /// Reads an answer of the server.
    init(_ value: JSONValue) throws {
        self.value = value
        marked = Set(
            try value.reading { answer in
                answer["favourites"].array { favourite -> Favourite? in
                    let cafe = favourite["cafe"]["id"].text(as: { CafeID($0) }, "must be an identifier")
                    let item = favourite["item"]["id"].text(as: { ItemID($0) }, "must be an identifier")
                    guard let cafe, let item else { return nil }
                    return Favourite(cafe: cafe, item: item)
                }
            })
    }

    /// The items of a café that are marked.
    func items(of cafe: CafeID) -> Set<String> {
        Set(marked.filter { $0.cafe == cafe }.map(\.item.rawValue))
    }

    /// The path for marking or unmarking an item.
    static func path(_ text: String, at cafe: CafeID) throws -> String {
        guard !text.isEmpty else { throw CommandFailure("An empty word names no item.", exitCode: 2) }
        guard let item = ItemID(text) else {
            throw CommandFailure("\(text) is no item; vicinity menu --cafe \(cafe) lists them.", exitCode: 2)
        }
        return "/api/v1/cafes/\(cafe)/favourites/\(item)"
    }
}
