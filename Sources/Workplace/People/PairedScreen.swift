public import Essentials

/// A screen that somebody paired with a café or an entrance from a page.
public struct PairedScreen: Hashable, Sendable {
    /// The identifier.
    public let id: DeviceID
    /// The name that the person who paired it gave it.
    public let name: String
    /// What it is: one of ``Role/ofScreens``.
    public let role: Role
    /// The café or entrance that it serves.
    public let place: ScreenPlace
    /// The person who paired it.
    public let pairedBy: PersonID
    /// When it was paired.
    public let pairedAt: Timestamp
    /// The code by which staff leave a kiosk; `nil` for other screens.
    public let exitCode: String?

    /// Makes a screen from its parts.
    public init(
        id: DeviceID, name: String, role: Role, place: ScreenPlace, pairedBy: PersonID, pairedAt: Timestamp,
        exitCode: String? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.place = place
        self.pairedBy = pairedBy
        self.pairedAt = pairedAt
        self.exitCode = exitCode
    }
}

extension PairedScreen {
    /// Makes a code by which staff leave a kiosk: six digits.
    static func exitCode(using generator: inout some RandomNumberGenerator) -> String {
        let digits = String(Int.random(in: 0..<1_000_000, using: &generator))
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
}

extension Device {
    /// The screen as a device of the campus; its name is the same in every language.
    init?(_ screen: PairedScreen, named language: LanguageTag) {
        let name: LocalizedText
        do throws(LocalizedTextError) {
            name = try LocalizedText([language: screen.name], defaultLanguage: language)
        } catch {
            return nil
        }
        self.init(id: screen.id, name: name, role: screen.role, place: screen.place)
    }
}
