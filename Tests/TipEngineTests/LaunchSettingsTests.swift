import Testing

@testable import TipEngine

struct LaunchSettingsTests {
    @Test func `T17 T93: arguments and variables ask for the same`() throws {
        let arguments = try LaunchSettings(arguments: [
            "program", "-com.apple.TipKit.ResetDatastore", "1", "-com.apple.TipKit.ShowTips", "A, B",
            "-com.apple.TipKit.HideAllTips", "YES",
        ])
        #expect(arguments.resetsDatastore && arguments.hidesAll && !arguments.showsAll)
        #expect(arguments.shown == ["A", "B"])
        let variables = try LaunchSettings(
            arguments: ["program", "-com.apple.TipKit.ShowAllTips", "0"],
            environment: ["TIPS_SHOW_ALL_TIPS": "1", "TIPS_HIDE_TIPS": "C", "TIPS_RESET_DATASTORE": "true"])
        #expect(!variables.showsAll && variables.resetsDatastore)
        #expect(variables.hidden == ["C"])
    }

    @Test(arguments: [
        ["-com.apple.TipKit.ShowAllTips"], ["-com.apple.TipKit.ShowAllTips", "maybe"],
        ["-com.apple.TipKit.ShowTips", ","],
    ])
    func `T93: what cannot be meant is refused`(arguments: [String]) {
        #expect(throws: TipKitError.self) { try LaunchSettings(arguments: arguments) }
    }
}
