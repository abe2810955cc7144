import Foundation
import JSON
import Synchronization
import Testing
import TipCore

@testable import TipRuntime
@testable import TipViews

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
                == #"{"kind":"tapArea","child":{"kind":"overlay","child":{"kind":"image","image":"fork","size":"fill"},"#
                + #""over":{"kind":"text","text":"Fork is open","role":"title"},"alignment":"bottomStart"},"#
                + #""label":"Take me there","action":"0"}"#)
        #expect(
            json(MiniTipViewStyle.miniTip.makeBody(configuration: .init(tip))).contains(#""closes":true"#))
    }

    /// As it would be written for TipKit.
    private struct CardStyle: TipViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            VStack(alignment: .leading, spacing: 20) {
                HStack(alignment: .top, spacing: 0) {
                    configuration.title.font(.headline)
                    Spacer()
                    Image(systemName: "xmark").foregroundStyle(.secondary)
                        .onTapGesture { configuration.tip.invalidate(reason: .tipClosed) }
                }
                configuration.message
                Text("Remark").font(.footnote)
                TipElement.stack(
                    .vertical,
                    configuration.actions.map { .button(label: Text(verbatim: $0.id), .perform($0)) })
            }
            .frame(maxWidth: 300)
        }
    }

    private struct TwoTips: View {
        let tip: NewTrailTip
        let chosen: @MainActor @Sendable (String) -> Void

        var body: some View {
            TipView(tip) { chosen($0.id) }.tipViewStyle(CardStyle())
            TipView(nil)
        }
    }

    @Test func `TD21: stacks, texts, pictures, spacers and taps become elements`() {
        let body = CardStyle().makeBody(configuration: .init(tip)).element()
        guard case .stack(.vertical, .large, .start, let children)? = body,
            case .stack(.horizontal, .none, .start, let row) = children.first
        else {
            Issue.record("no stack: \(String(describing: body))")
            return
        }
        #expect(row.count == 3)
        #expect(json(row[0]) == #"{"kind":"text","text":"Fork is open","role":"title"}"#)
        #expect(
            json(row[1])
                == #"{"kind":"stack","axis":"horizontal","spacing":"none","alignment":"stretch","children":[]}"#
        )
        #expect(
            json(row[2])
                == #"{"kind":"tapArea","child":{"kind":"image","image":"xmark","size":"medium"},"action":"tap-0"}"#
        )
        #expect(json(children[2]) == #"{"kind":"text","text":"Remark","role":"caption"}"#)
        #expect(children.count == 4)
        #expect(body?.actions.map(\.id) == ["tap-0", "0", "later"])
    }

    @Test func `T103 T106 T107 T109: a view shows what may be shown, in the style around it`() async {
        await withStore { _, _ in
            let chosen = Mutex<[String]>([])
            let view = TwoTips(tip: tip) { id in chosen.withLock { $0.append(id) } }
            #expect(view.element() == nil)
            for _ in 0..<4 { await Region.valley.didVisitEvent.donate() }
            let actions = view.element()?.actions ?? []
            #expect(actions.count == 3)
            for action in actions.dropFirst() { action.handler() }
            #expect(chosen.withLock { $0 } == ["0", "later"])
            actions.first?.handler()
            #expect(tip.status == .invalidated(.tipClosed))
            #expect(view.element() == nil)
        }
    }

    @Test func `T106 T107: a handler of the configuration runs the closure of the view`() {
        let chosen = Mutex<[String]>([])
        let configuration = TipViewStyleConfiguration(tip) { action in
            chosen.withLock { $0.append(action.id) }
        }
        for action in configuration.actions { action.handler() }
        #expect(chosen.withLock { $0 } == ["0", "later"])
    }

    /// The example of ``TipViewStyle``.
    private struct ValleyStyle: TipViewStyle {
        func makeBody(configuration: Configuration) -> some View {
            Image("valley").resizable()
                .onTapGesture { configuration.actions.first?.handler() }
                .overlay(alignment: .bottomLeading) { configuration.title.font(.title) }
        }
    }

    private func page(_ style: some TipViewStyle) throws -> String {
        let element = try #require(style.makeBody(configuration: .init(tip)).element())
        var json = JSONWriter()
        element.write(tip, to: &json, languages: ["en"], from: TextCatalogue())
        return json.text
    }

    /// The tests of the pages read the same file: what is written here is drawn there.
    @Test func `TD21: a tip is written with all that a page draws it of`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../EndToEnd/Tips/written.json")
        let tips = [try page(ValleyStyle()), try page(CardStyle()), try page(.miniTip)]
        let written = "[\n\(tips.joined(separator: ",\n"))\n]\n"
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(kept == written)
    }

    @Test func `TD21: an action of a tap has no label, and each action is written once`()
        throws
    {
        let json = try page(ValleyStyle())
        #expect(
            json.contains(
                #""actions":[{"id":"0","label":"Take me there"},{"id":"later","label":"Later"},{"id":"tap-0"}]"#
            ))
        #expect(
            try page(.miniTip).contains(
                #""actions":[{"id":"0","label":"Take me there"},{"id":"later","label":"Later"}]"#))
    }

    @Test func `TD21: a tap on what has no words is named by the tip, unless it closes`() throws {
        func area(_ child: TipElement, _ action: TipElement.TapAction) -> String {
            var json = JSONWriter()
            TipElement.tapArea(child, action).write(tip, to: &json, languages: [], from: TextCatalogue())
            return json.text
        }
        let tap = TipElement.TapAction.perform(Tips.Action(tap: "tap-0") {})
        let named = #""label":"Fork is open","action":"tap-0""#
        #expect(area(.image(Image("clock")), tap).contains(named))
        #expect(area(.image(Image("clock"), label: Text(verbatim: "")), tap).contains(named))
        #expect(!area(.image(Image("clock"), label: Text("A clock")), tap).contains(named))
        #expect(!area(.stack(.vertical, [.text(Text("Go"))]), tap).contains(named))
        #expect(area(.image(Image("clock")), .close).hasSuffix(#""size":"medium"},"closes":true}}"#))
    }

    @Test func `TD21: a terminal draws a tree by its lines, what lies in or above something one deeper`()
        throws
    {
        func lines(_ style: some TipViewStyle) throws -> [TipLine] {
            try #require(style.makeBody(configuration: .init(tip)).element()).lines(in: ["en"])
        }
        let title = TipLine(level: 0, kind: .text(.title), words: "Fork is open")
        let message = TipLine(level: 0, kind: .text(.message), words: "To see it, tap valley on the map.")
        let usual = try lines(.miniTip)
        #expect(
            usual == [
                title, message, TipLine(level: 0, kind: .button(closes: true), words: ""),
                TipLine(level: 0, kind: .button(closes: false), words: "Take me there"),
                TipLine(level: 0, kind: .button(closes: false), words: "Later"),
            ])
        let valley = try lines(ValleyStyle())
        #expect(
            valley == [
                TipLine(level: 0, kind: .tapArea(closes: false), words: ""),
                TipLine(level: 1, kind: .picture, words: "valley"),
                TipLine(level: 1, kind: .text(.title), words: "Fork is open"),
            ])
        let named = TipElement.tapArea(.image(Image("fork"), label: Text("A fork")), .close)
        #expect(named.lines().map(\.words) == ["", "A fork"])
        #expect(named.lines().first?.kind == .tapArea(closes: true))
    }

    @Test func `TD21 TD22: the lines of a tree are in the reader's language`() {
        var catalogue = TextCatalogue()
        catalogue.add(["Go": "Los"], language: "de")
        let tree = TipElement.stack(
            .vertical,
            [.text(Text("Go")), .button(label: Text("Go"), .close)])
        #expect(tree.lines(in: ["de"], from: catalogue).map(\.words) == ["Los", "Los"])
    }
}
