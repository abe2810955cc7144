import HTTPCore
import Ordering

// Favourites.
extension ProblemKind {
    static let unknownItem = ProblemKind(
        .notFound, "unknown-item", title: "Unknown item",
        "The café's menu has no item of that identifier. GET /api/v1/cafes/{cafe}/menu names those that it has."
    )
    static let tooManyFavourites = ProblemKind(
        .conflict, "too-many-favourites", title: "Too many favourites",
        "You have marked as many items as are kept of a person. Take another mark away first.")

    static let favourites = [unknownItem, tooManyFavourites]
}

extension FavouriteRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension Problem {
    init(_ refusal: FavouriteRefusal) {
        switch refusal {
        case .notOffered(let favourite):
            self.init(.unknownItem, detail: "The café \(favourite.cafe) has no item \(favourite.item).")
        case .tooMany:
            self.init(.tooManyFavourites, detail: "A person marks at most \(Favourites.most) items.")
        }
    }
}
