import Testing

@testable import TipRuntime

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
        ["-com.apple.TipKit.ShowTips", "-com.apple.TipKit.HideAllTips", "1"],
    ])
    func `T93: what cannot be meant is refused`(arguments: [String]) {
        #expect(throws: TipKitError.self) { try LaunchSettings(arguments: arguments) }
    }

    @Test func `T93: a variable that cannot be meant is named, and one that is empty says nothing`() throws {
        #expect(throws: TipKitError.invalidLaunchArgument("TIPS_HIDE_TIPS")) {
            try LaunchSettings(arguments: [], environment: ["TIPS_HIDE_TIPS": ","])
        }
        #expect(throws: TipKitError.invalidLaunchArgument("TIPS_SHOW_ALL_TIPS")) {
            try LaunchSettings(arguments: [], environment: ["TIPS_SHOW_ALL_TIPS": "maybe"])
        }
        let empty = ["TIPS_SHOW_TIPS": "", "TIPS_SHOW_ALL_TIPS": "", "TIPS_RESET_DATASTORE": ""]
        let settings = try LaunchSettings(arguments: [], environment: empty)
        #expect(settings == LaunchSettings())
    }
}
