import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The favourite items of the signed-in person.
///
/// Only employees mark items. Everybody can see and erase their own favourites, also after they stop ordering.
struct FavouriteRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [list, marking, unmarking, erasing] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/favourites", access: .person,
            operation: Operation(
                id: "listFavourites",
                summary: "The items that you have marked, also those that are on no menu now.",
                tag: .favourites, success: .json("Favourites"), isTranslated: true)
        ) { request, person in
            try answer(try await services.favourites.favourites(of: person.id), request)
        }
    }

    private var marking: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/cafes/{cafe}/favourites/{item}", access: .employee,
            operation: Operation(
                id: "markFavourite",
                summary: "Marks an item of a café's menu, so that you find it first; repeating is harmless.",
                tag: .favourites, success: .json("Favourites"), isTranslated: true,
                problems: [.unknownCafe, .unknownItem, .tooManyFavourites])
        ) { request, person in
            try answer(try await services.favourites.mark(try request.favourite(), of: person.id), request)
        }
    }

    private var unmarking: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/cafes/{cafe}/favourites/{item}", access: .person,
            operation: Operation(
                id: "unmarkFavourite",
                summary: "Takes the mark of an item away, also of one that has left the menu.",
                tag: .favourites, success: .json("Favourites"), isTranslated: true,
                problems: [.unknownCafe, .unknownItem])
        ) { request, person in
            return try answer(
                try await services.favourites.unmark(try request.favourite(), of: person.id), request)
        }
    }

    private var erasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/favourites", access: .person,
            operation: Operation(
                id: "eraseFavourites", summary: "Takes all of your marks away.", tag: .favourites,
                success: .empty)
        ) { _, person in
            try await services.favourites.erase(person.id)
            return HTTPResponse(.noContent)
        }
    }

    private func answer(_ favourites: Favourites, _ request: APIRequest) throws -> HTTPResponse {
        var json = JSONWriter(capacity: 1_024)
        json.favourites(favourites, on: try services.campuses.inForce(), in: request.language)
        return .json(json.bytes)
    }
}

extension APIRequest {
    /// The item of a café that the path names.
    fileprivate func favourite() throws -> Favourite {
        Favourite(
            cafe: try cafe(),
            item: try identifier(
                "item", orThrow: Problem(.unknownItem, detail: "There is no item of that name.")))
    }
}
