import HTTPCore
import JSON
import Workplace

/// The whole campus file, for administrators: out of the server and in again.
struct CampusFileRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [export, importing] }

    private var export: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/campus-file", access: .administrator,
            operation: Operation(
                id: "exportCampusFile",
                summary: "The campus file in force, as `vicinity import` takes it (docs/campus-file.md).",
                tag: .management, success: .json("CampusFile"),
                fields: [
                    Operation.ResponseField(name: "ETag", summary: "The number of the campus revision.")
                ])
        ) { _, _ in
            let revision = try await services.imports.export()
            var response = HTTPResponse.json(revision.document)
            response.setEntityTag(EntityTag(version: revision.number))
            try response.fields.set("Content-Disposition", #"attachment; filename="campus.json""#)
            return response
        }
    }

    private var importing: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/campus-file", access: .provedAdministrator,
            operation: Operation(
                id: "importCampusFile",
                summary:
                    "Puts a campus file in force after the checks of `vicinity import`; orders stay as they are.",
                tag: .management, parameters: [DraftRoutes.version], body: "CampusFile",
                largestBody: CampusFile.maximumByteCount,
                success: .json("PublishedRevision"),
                problems: [
                    .staleDraft, .menuChanged, .campusFileMistakes, .lastAdministrator,
                    .collectionUnannounced,
                ])
        ) { request, caller in
            let seen = Int64(try request.draftVersion())
            try request.requireJSON()
            let number = try await services.imports.importCampus(
                request.http.body, seen: seen, by: caller.person.id)
            var json = JSONWriter()
            json.object { json in json.member("number", number) }
            return .json(json.bytes)
        }
    }
}

extension CampusFileError: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch cause {
        case .syntax(let error): Problem(error)
        case .mistakes(let mistakes):
            Problem(
                .campusFileMistakes, detail: "The campus file has mistakes. See each error.",
                errors: mistakes.map { mistake in
                    Problem.FieldError(
                        pointer: mistake.path.pointer, code: mistake.code.rawValue,
                        detail: mistake.description)
                })
        }
    }
}
