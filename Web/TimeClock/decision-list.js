// Decisions with their reasons: what was decided, when the person crossed, and why.

import { h } from "../Shared/dom.js"
import { reasonSentence } from "./attendance-words.js"
import { crossingSentence } from "./reminder-words.js"

// headline: the first line of a decision.
export const decisionList = (decisions, headline) => h("ul.decisions", {}, decisions.map(decision => h("li", {},
  h("strong", {}, headline(decision)),
  h("span", {}, crossingSentence(decision)),
  h("span.muted.small", {}, reasonSentence(decision)))))
