// A signed amount; a positive one has a plus sign, so that the colour is not the only sign.

import { money } from "../Shared/locale.js"

export const signed = amount => (amount.amount > 0 ? `+\u2060${money(amount)}` : money(amount))
