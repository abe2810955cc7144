import JSON
import Synchronization
import Testing
import TipCore

@testable import TipEngine

@MainActor struct TipViewStyleTests {
    private struct PictureStyle: TipViewStyle {
        func makeBody(configuration: Configuration) -> TipElement {
            let title = TipElement.text(configuration.title, role: .title)
            let picture = TipElement.overlay(title, over: .image(Image("fork"), size: .fill), .bottomStart)
            return .tapArea(picture, configuration.actions.first.map { .perform($0) } ?? .close)
        }
    }

    private let tip = NewTrailTip(trail: Trail(id: 1, name: "Fork", region: .valley))

    private func json(_ element: TipElement) -> String {
        var json = JSONWriter()
        element.write(to: &json, languages: ["en"], from: TextCatalogue())
        return json.text
    }

    @Test func `TD21 T108: a style makes elements of what the configuration gives`() {
        let element = PictureStyle().makeBody(configuration: TipViewStyleConfiguration(tip))
        #expect(
            json(element)
                == #"{"kind":"tapArea","child":{"kind":"overlay","child":{"kind":"text","text":"Fork is open","role":"title"},"#
                + #""over":{"kind":"image","image":"fork","size":"fill"},"alignment":"bottomStart"},"#
                + #""label":"Take me there","action":"0"}"#)
        #expect(json(MiniTipViewStyle.miniTip.makeBody(configuration: .init(tip))).contains(#""closes":true"#))
    }

    @Test func `T106 T107: a handler of the configuration runs the closure of the view`() {
        let chosen = Mutex<[String]>([])
        let configuration = TipViewStyleConfiguration(tip) { action in chosen.withLock { $0.append(action.id) } }
        for action in configuration.actions { action.handler() }
        #expect(chosen.withLock { $0 } == ["0", "later"])
    }
}
