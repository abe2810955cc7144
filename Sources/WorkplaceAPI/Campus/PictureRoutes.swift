import Essentials
import HTTPCore
import JSON
import Workplace

/// Photos of dishes: in from a café's managers, and out to everybody who sees a menu.
struct PictureRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [adding, photo] }

    private var adding: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/pictures", access: .cafeManager,
            operation: Operation(
                id: "addPicture",
                summary:
                    "Stores a photo of a dish in the sizes that pages show, upright and without what the camera wrote "
                    + "beside it. The same photo has the same name. An item shows it once its `picture` is published.",
                tag: .management, body: "PictureFile", bodyForm: .picture,
                largestBody: PictureService.maximumByteCount, success: .json("StoredPicture", .created),
                problems: [
                    .unknownCafe, .unsupportedPicture, .damagedPicture, .tooManyPixels, .tooFewPixels,
                    .picturesBusy,
                ])
        ) { request, _ in
            let cafe = try request.cafe()
            guard try services.campuses.inForce().cafe(cafe) != nil else {
                throw WorkplaceRefusal.unknownCafe(cafe)
            }
            let name = try await services.pictures.add(request.http.body)
            var json = JSONWriter()
            json.object { json in json.member("picture", name.rawValue) }
            var response = HTTPResponse.json(json.bytes)
            response.status = .created
            return response
        }
    }

    private var photo: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/pictures/{picture}/{side}",
            operation: Operation(
                id: "getPicture",
                summary:
                    "A photo of a dish whose longer side has about 160, 320, 640 or 1280 pixels, and fewer where the "
                    + "original had fewer. It never changes.",
                tag: .cafes, success: .photo, isConditional: true, problems: [.unknownPicture])
        ) { request in
            guard let name = PictureID(request.parameters["picture"]),
                let side = Int(request.parameters["side"])
            else { throw PictureRefusal.unknown }
            let file = try await services.pictures.photo(name, side: side)
            var response = HTTPResponse.content(file, type: "image/webp")
            if let tag = EntityTag("\(name)-\(side)") { response.setEntityTag(tag) }
            // Another photo has another name.
            try response.fields.set("Cache-Control", "public, max-age=31536000, immutable")
            return response
        }
    }
}

// Photos of dishes.
extension ProblemKind {
    static let unsupportedPicture = ProblemKind(
        .unsupportedMediaType, "unsupported-picture", title: "Not a picture that pages show",
        "The body is no JPEG, PNG or WebP file, or an animated one. Its bytes decide, not a name or a header field."
    )
    static let damagedPicture = ProblemKind(
        .unprocessableContent, "damaged-picture", title: "Damaged picture",
        "The picture cannot be read to its end.")
    static let tooManyPixels = ProblemKind(
        .unprocessableContent, "too-many-pixels", title: "Too many pixels",
        "The picture has more pixels than are read: at most 25 million.")
    static let tooFewPixels = ProblemKind(
        .unprocessableContent, "too-few-pixels", title: "Too few pixels",
        "A side of the picture is shorter than 64 pixels.")
    static let picturesBusy = ProblemKind(
        .serviceUnavailable, "pictures-busy", title: "Other pictures come first",
        "Several pictures wait to be read. Retry-After says when to send it again.", retryAfter: .seconds(5))
    static let unknownPicture = ProblemKind(
        .notFound, "unknown-picture", title: "Unknown picture",
        "There is no such photo here, or not in that size.")

    static let pictures = [
        unsupportedPicture, damagedPicture, tooManyPixels, tooFewPixels, picturesBusy, unknownPicture,
    ]
}

extension PictureRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .unsupported:
            Problem(.unsupportedPicture, detail: "Send a JPEG, PNG or WebP picture that does not move.")
        case .damaged: Problem(.damagedPicture, detail: "The picture cannot be read to its end.")
        case .tooManyPixels:
            Problem(
                .tooManyPixels,
                detail: "A picture has at most \(PictureService.mostPixels / 1_000_000) million pixels.")
        case .tooFewPixels:
            Problem(
                .tooFewPixels,
                detail: "A picture has at least \(PictureService.fewestPixelsOnSide) pixels on each side.")
        case .busy: Problem(.picturesBusy, detail: "Several pictures wait to be read.")
        case .unknown: Problem(.unknownPicture, detail: "There is no such picture.")
        }
    }
}

extension Schemas {
    static let pictures: [(name: String, schema: JSONValue)] = [
        (
            "StoredPicture",
            Schema.object(
                ["picture": Schema.identifier],
                about: "The name of a photo, for the member `picture` of an item.")
        )
    ]
}
