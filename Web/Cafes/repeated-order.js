// Makes a basket of an earlier order: checks it against today's menu, and asks the person when a part is missing.

import { h, icon } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { randomKey } from "../Shared/random-key.js"
import { orderAgain } from "./models/order-again.js"
import { canBeOrdered } from "./models/serving.js"

// Returns { basket }, or { sentence } with the reason why there is no basket, or null when the person declines.
export async function repeatedOrder(order, menus, dialog) {
  const cafe = menus.find(order.cafe.id)
  if (!cafe) return { sentence: t("{cafe} no longer exists, so you cannot order this again.", { cafe: order.cafe.name }) }
  await menus.loadMenu(cafe)
  const menu = menus.menu(cafe)
  if (!menu) return { sentence: t("The menu of {cafe} cannot be loaded now. Try again later.", { cafe: cafe.name }) }
  const again = orderAgain(order, menu, randomKey, item => canBeOrdered(item, cafe, Date.now()))
  if (again.lines.length === 0) return { sentence: t("Nothing of this order is on the menu of {cafe} today.", { cafe: cafe.name }) }
  if (!(await isWanted(again, cafe, dialog))) return null
  return { basket: { cafe: cafe.id, currency: cafe.currency, lines: again.lines } }
}

async function isWanted({ gone, altered }, cafe, dialog) {
  if (gone.length + altered.length === 0) return true
  const answer = await dialog.ask({
    title: t("Not everything is available"),
    text: t("This is what {cafe} has today:", { cafe: cafe.name }),
    content: [h("ul.differences", {},
      gone.map(name => difference(name, t("not on the menu today"))),
      altered.map(name => difference(name, t("not with all of your choices"))))],
    options: [
      { value: "rest", label: t("Order the rest"), isPrimary: true },
      { value: "nothing", label: t("Leave it") },
    ],
  })
  return answer === "rest"
}

const difference = (name, words) => h("li", {}, h("strong", {}, name), " ", h("span.field-error", {}, icon("information"), words))
