// An amount that comes or goes: what comes has a plus, so that its colour says nothing of its own.

import { money } from "../Shared/locale.js"

export const signed = amount => (amount.amount > 0 ? `+\u2060${money(amount)}` : money(amount))
