import JSON

extension Schemas {
    static let favourites: [(name: String, schema: JSONValue)] = [
        (
            "Favourites",
            Schema.object(
                ["favourites": Schema.list(of: Schema.named("Favourite"))],
                about: "What you have marked, by café and item.")
        ),
        (
            "Favourite",
            Schema.object(
                [
                    "cafe": Schema.named("Reference"), "item": Schema.named("Reference"),
                    "isOffered": Schema.flag(
                        "Whether the café's menu has it now; what it does not have is named by its identifier."
                    ),
                ], about: "An item of a café's menu.")
        ),
    ]
}
