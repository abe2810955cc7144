// What a kiosk says while its server cannot be reached (C101).

import { h, icon } from "../Shared/dom.js"
import { t } from "../Shared/messages.js"
import { isEmpty } from "./models/basket.js"
import { Stage } from "./models/kiosk-visit.js"

export function lostNotice({ stage, isUndecided, basket }) {
  return [icon("offline"), h("div.stack", {},
    h("h2", {}, t("This kiosk has no connection.")),
    h("p", {}, stateWords(stage, isUndecided)),
    h("p", {}, isEmpty(basket) ? t("It goes on by itself as soon as it can.") : t("It goes on by itself as soon as it can. Your basket is kept.")))]
}

function stateWords(stage, isUndecided) {
  if (stage === Stage.card) return t("You can go on paying on your phone. This screen follows as soon as it can.")
  return isUndecided
    ? t("Your order was sent, but no answer has come. The kiosk asks again by itself; you order only once.")
    : t("It takes no orders now. Please order at the counter.")
}
