import JSON
import Workplace

extension Schemas {
    static let kiosks: [(name: String, schema: JSONValue)] = [
        (
            "Kiosk",
            Schema.object(
                [
                    "id": Schema.identifier, "cafe": Schema.identifier,
                    "payments": Schema.list(
                        of: Schema.object(
                            ["kind": Schema.oneOf(KioskPayment.allCases.map(\.rawValue))],
                            about: "A way to pay that the kiosk offers.")),
                ], optional: ["helpCalledAt": Schema.time],
                about: "A kiosk; `helpCalledAt` is missing once the staff have answered.")
        ),
        (
            "HelpWanted",
            Schema.object(
                ["wanted": Schema.flag("Whether the guest wants help.")], about: "A call for help.")
        ),
        (
            "ExitCode",
            Schema.object(
                ["code": Schema.text("What somebody typed.")], about: "The code to leave a kiosk.")
        ),
        (
            "HelpCalls",
            Schema.object(
                [
                    "calls": Schema.list(
                        of: Schema.object(
                            [
                                "kiosk": Schema.identifier, "name": Schema.name, "calledAt": Schema.time,
                            ], about: "A kiosk where a guest waits for help."))
                ], about: "Calls that nobody has answered, earliest first.")
        ),
    ]
}
