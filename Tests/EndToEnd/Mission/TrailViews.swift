// What stands around the tips in the listings of the session on tips: as much of views and applications as they name.
import TipEngine

@MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

@MainActor @resultBuilder enum ViewBuilder {
    static func buildBlock(_ views: any View...) -> Piece { Piece() }
}

/// Any view: what is in it is not looked at.
struct Piece: View {
    var body: Piece { self }
}

struct VStack: View {
    init(@ViewBuilder _ content: () -> Piece) {}
    var body: Piece { Piece() }
}

struct ScrollView: View {
    init(@ViewBuilder _ content: () -> Piece) {}
    var body: Piece { Piece() }
}

struct TipView: View {
    init(_ tip: (any Tip)?, action: @escaping (Tips.Action) -> Void = { _ in }) {}
    var body: Piece { Piece() }
}

extension View {
    func popoverTip(_ tip: (any Tip)?) -> Piece { Piece() }
    func onTapGesture(perform action: @escaping () -> Void) -> Piece { Piece() }
    func onLongPressGesture(minimumDuration: Double, perform action: @escaping () -> Void) -> Piece {
        Piece()
    }
    func task(_ action: @escaping @Sendable () async -> Void) -> Piece { Piece() }
}

@propertyWrapper struct State<Value> {
    var wrappedValue: Value
}

@MainActor protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    static func main() { _ = Self().body }
}

protocol Scene {}

struct WindowGroup: Scene {
    init(@ViewBuilder _ content: () -> Piece) {}
}

// MARK: - What the application of the listings has

struct CompassDial: View { var body: Piece { Piece() } }
struct ShowLocationButton: View { var body: Piece { Piece() } }
struct RotateMapButton: View { var body: Piece { Piece() } }
struct ContentView: View { var body: Piece { Piece() } }

struct ListSection: View {
    let title: String
    let trails: [Trail]
    var body: Piece { Piece() }
}

func showCurrentLocation() {}
func reorientMapHeading() {}
func highlightButlerForkTrail() {}
func highlightTrail(_ tip: any Tip) {}
