// Tips of every shape on one page, from a source that the tests set by hand: window.gallery.

import { provideTips } from "/assets/Tips/tip-presenter.js"
import { FakeTipSource } from "/assets/Tips/models/fake-tip-source.test-support.js"
import "/assets/Tips/tip-popover.js"
import "/assets/Tips/tip-view.js"

const WORDS = {
  en: {
    area: ["You come here often", "Since your third visit, the café in Building 4 is on your list too."],
    closest: ["Let the page find your café", "Choose “Closest to me”. Your position stays in this page."],
    window: ["Choose when to collect", "Pick a time, and the kitchen starts so that it is ready then."],
    again: ["Order it again", null],
    hero: ["Your usual lunch, in one tap", "Favourites keep the choices that you make each time, such as oat milk."],
    trail: ["A new café on your way", "Three visits to this side of the campus."],
    far: ["Start the ticket", "The board shows it as being made."], corner: ["Almost there", "One more."], below: ["Down here", null],
    show: "Show me", later: "Why this tip?",
  },
  ja: {
    area: ["よく来ている場所です", "3回目の訪問から、4号館のカフェも一覧に表示しています。"],
    closest: ["いちばん近いカフェを自動で表示", "「いちばん近いカフェ」を選んでみてください。位置情報はこのページの外に出ません。"],
    window: ["受け取り時間を選べます", "時間を選ぶと、厨房がそれに合わせて作り始めます。"],
    again: ["もう一度注文する", null],
    hero: ["いつものランチを、ひと押しで", "お気に入りは、オーツミルクなど毎回の選択も覚えています。"],
    trail: ["通り道に新しいカフェ", "この一帯に3回来ています。"],
    far: ["調理を始める", "案内板に「調理中」と表示されます。"], corner: ["もう少し", "あと一つ。"], below: ["ここです", null],
    show: "見てみる", later: "なぜ表示？",
  },
  ar: {
    area: ["أنت تزور هذا المكان كثيرًا", "منذ زيارتك الثالثة صار مقهى المبنى 4 في قائمتك أيضًا."],
    closest: ["دع الصفحة تجد مقهاك", "اختر «الأقرب إليّ». لا يغادر موقعك هذه الصفحة."],
    window: ["اختر وقت الاستلام", "اختر وقتًا، فيبدأ المطبخ بحيث يكون طلبك جاهزًا حينها."],
    again: ["اطلبه مرة أخرى", null],
    hero: ["غداؤك المعتاد بلمسة واحدة", "تحفظ المفضلة اختياراتك في كل مرة، مثل حليب الشوفان."],
    trail: ["مقهى جديد في طريقك", "ثلاث زيارات إلى هذا الجانب من المجمّع."],
    far: ["ابدأ التذكرة", "تعرضها اللوحة على أنها قيد التحضير."], corner: ["أوشكت على الانتهاء", "واحدة أخرى."], below: ["هنا", null],
    show: "أرني", later: "لماذا هذا التلميح؟",
  },
}

const words = WORDS[document.documentElement.lang]
const made = (id, more) => ({ id, title: words[id][0], message: words[id][1], ...more })
const actions = [{ id: "show", label: words.show }, { label: words.later }]
const all = {
  area: made("area", { image: "pin", actions: actions.slice(0, 1) }),
  closest: made("closest", { image: "pin", actions: actions.slice(0, 1) }),
  window: made("window", { image: "clock", actions }),
  again: made("again", { image: "undo" }),
  hero: made("hero", { image: "basket", style: "hero picture", actions: actions.slice(0, 1) }),
  trail: made("trail", { actions: actions.slice(0, 1), body: {
    kind: "stack", spacing: "medium", alignment: "stretch", children: [
      { kind: "overlay", child: { kind: "image", image: "kitchen", size: "fill" }, over: { kind: "button", closes: true } },
      { kind: "text", role: "title", text: words.trail[0] },
      { kind: "tapArea", label: words.show, action: "show", child: { kind: "text", role: "caption", text: words.trail[1] } },
    ],
  } }),
  far: made("far"), corner: made("corner"), below: made("below"),
}

const source = new FakeTipSource()
window.gallery = { source, events: [], offer: (...ids) => ids.forEach(id => source.offer(all[id])), change: (id, more) => source.offer({ ...all[id], ...more }) }
for (const name of ["tip-appeared", "tip-ended", "tip-closed", "tip-acted"]) {
  document.addEventListener(name, ({ type, detail }) => window.gallery.events.push([type, detail.id, detail.action ?? detail.how ?? null]))
}
const dialog = document.querySelector("dialog")
document.querySelector("#dialog-button").addEventListener("click", () => dialog.showModal())
document.querySelector("#dialog-close").addEventListener("click", () => dialog.close())
provideTips(source)
document.documentElement.dataset.ready = ""
