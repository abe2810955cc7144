import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The items of menus that whoever is signed in wants to find first.
///
/// Only who orders marks; what is kept of somebody is theirs to see and to erase, also when they order no more.
struct FavouriteRoutes: Sendable {
    let services: WorkplaceServices
    let authenticator: Authenticator

    var routes: [APIRoute] { [list, marking, unmarking, erasing] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/favourites",
            operation: Operation(
                id: "listFavourites",
                summary: "The items that you have marked, also those that are on no menu now.",
                tag: .favourites, access: .signedIn, success: .json("Favourites"), isTranslated: true,
                problems: [.forbidden])
        ) { request in
            let person = try await authenticator.requirePerson(request.http).id
            return try answer(try await services.favourites.favourites(of: person), request)
        }
    }

    private var marking: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/cafes/{cafe}/favourites/{item}",
            operation: Operation(
                id: "markFavourite",
                summary: "Marks an item of a café's menu, so that you find it first; repeating is harmless.",
                tag: .favourites, access: .signedIn, success: .json("Favourites"), isTranslated: true,
                problems: [.forbidden, .unknownCafe, .unknownItem, .tooManyFavourites])
        ) { request in
            guard let diner = try await authenticator.require(request.http).principal.diner else {
                throw WorkplaceRefusal.forbidden
            }
            return try answer(try await services.favourites.mark(try request.favourite(), of: diner), request)
        }
    }

    private var unmarking: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/cafes/{cafe}/favourites/{item}",
            operation: Operation(
                id: "unmarkFavourite",
                summary: "Takes the mark of an item away, also of one that has left the menu.",
                tag: .favourites, access: .signedIn, success: .json("Favourites"), isTranslated: true,
                problems: [.forbidden, .unknownCafe, .unknownItem])
        ) { request in
            let person = try await authenticator.requirePerson(request.http).id
            return try answer(
                try await services.favourites.unmark(try request.favourite(), of: person), request)
        }
    }

    private var erasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/favourites",
            operation: Operation(
                id: "eraseFavourites", summary: "Takes all of your marks away.", tag: .favourites,
                access: .signedIn, success: .empty, problems: [.forbidden])
        ) { request in
            try await services.favourites.erase(try await authenticator.requirePerson(request.http).id)
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
