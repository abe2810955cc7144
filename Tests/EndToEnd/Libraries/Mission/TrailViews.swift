// What stands around the tips in the listings of the session on tips: as much of views and applications as they name.
import TipEngine

struct ScrollView<Content: View>: View {
    let content: Content
    init(@ViewBuilder _ content: () -> Content) { self.content = content() }
    var body: some View { content }
}

extension View {
    func popoverTip(_ tip: (any Tip)?) -> some View { self }
    func onLongPressGesture(minimumDuration: Double, perform action: @escaping () -> Void) -> some View {
        self
    }
    func task(_ action: @escaping @Sendable () async -> Void) -> some View { self }
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
    @MainActor init(@ViewBuilder _ content: () -> some View) {}
}

// MARK: - What the application of the listings has

struct CompassDial: View { var body: some View { Image("dial") } }
struct ShowLocationButton: View { var body: some View { Image("location") } }
struct RotateMapButton: View { var body: some View { Image("rotation") } }
struct ContentView: View { var body: some View { Text("Trails") } }

struct ListSection: View {
    let title: String
    let trails: [Trail]
    var body: some View { Text(verbatim: "\(title): \(trails.count)") }
}

func showCurrentLocation() {}
func reorientMapHeading() {}
func highlightButlerForkTrail() {}
func highlightTrail(_ tip: any Tip) { print("highlighted:", tip.id) }
