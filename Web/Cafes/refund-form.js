// The form of a refund: of lines, of an amount, or of everything that is left, with the reason.

import { h, icon, render } from "../Shared/dom.js"
import { baseLocale, money } from "../Shared/locale.js"
import { t } from "../Shared/messages.js"
import { typedAmount } from "../Shared/models/amount.js"
import { chosenAmount, leftOfLine, refundBody } from "./models/refund.js"

// order: as the server found it; submit(body): sends the request.
export function refundForm(order, submit) {
  const choice = { kind: "lines", quantities: new Map(order.lines.map(({ line }) => [line, 0])), amount: null }
  const error = h("p.field-error", { id: "refund-error", role: "alert" })
  const sum = h("p.figures", { role: "status" })
  const showSum = () => render(sum, choice.kind === "lines" && t("Chosen: {amount}", { amount: money(chosenAmount(order, choice.quantities)) }))
  const choose = kind => {
    choice.kind = kind
    for (const part of form.querySelectorAll("[data-part]")) part.hidden = part.dataset.part !== kind
    render(error)
    showSum()
  }
  const form = h("form.stack.top-up", {
    onsubmit: event => {
      event.preventDefault()
      const { body, field, words } = readFields(form, choice, order)
      render(error, words && [icon("information"), h("span", {}, words)])
      return body ? submit(body) : field.focus()
    },
  },
  h("h3", {}, t("Refund")),
  kindField(choose),
  h("div.stack", { "data-part": "lines" }, order.lines.map(line => lineField(line, quantity => {
    choice.quantities.set(line.line, quantity)
    showSum()
  }))),
  h("div.field", { "data-part": "amount", hidden: true }, h("label", { for: "refund-amount" }, t("Amount")),
    h("input", { id: "refund-amount", name: "amount", "data-key": "refund-amount", inputmode: "decimal", autocomplete: "off", "aria-describedby": "refund-error" })),
  sum,
  h("div.field", {}, h("label", { for: "refund-reason" }, t("Reason")),
    h("input", { id: "refund-reason", name: "reason", "data-key": "refund-reason", maxlength: 200, autocomplete: "off", "aria-describedby": "refund-error" })),
  error,
  h("div.row", {}, h("button.button.primary", { type: "submit", "data-key": "refund" }, t("Refund"))))
  showSum()
  return form
}

const kindField = choose => h("fieldset.choices", {}, h("legend.hidden-visually", {}, t("What is refunded")),
  h("div.row", {}, [["lines", t("Dishes")], ["amount", t("An amount")], ["rest", t("Everything that is left")]].map(([kind, words]) =>
    h("label.row", {}, h("input", { type: "radio", name: "kind", value: kind, checked: kind === "lines", "data-key": `kind-${kind}`, onchange: () => choose(kind) }), words))))

const lineField = (line, choose) => h("div.field", {},
  h("label", { for: `refund-line-${line.line}` }, t("{quantity} × {name}, {total}", { quantity: line.quantity, name: line.name, total: money(line.total) })),
  h("select", {
    id: `refund-line-${line.line}`, "data-key": `line-${line.line}`, disabled: leftOfLine(line) === 0,
    onchange: ({ target }) => choose(Number(target.value)),
  }, Array.from({ length: leftOfLine(line) + 1 }, (_, count) => h("option", { value: count }, count === 0 ? t("none") : String(count)))))

// Returns { body } of the request, or { field, words } for the first mistake.
function readFields(form, choice, order) {
  const { amount, reason } = form.elements
  if (choice.kind === "amount") {
    choice.amount = typedAmount(amount.value, order.total.currency, baseLocale())
    if (choice.amount === null || choice.amount > order.left.amount) {
      return { field: amount, words: t("Type an amount up to {left}.", { left: money(order.left) }) }
    }
  }
  if (reason.value.trim() === "") return { field: reason, words: t("The reason is missing.") }
  const body = refundBody(order, choice, reason.value.trim())
  return body ? { body } : { field: form.querySelector("select"), words: t("Choose what is refunded.") }
}
