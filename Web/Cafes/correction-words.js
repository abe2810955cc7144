// Corrections of meal accounts in words: why one was refused, and what is wrong with a file.

import { Problem } from "../Shared/http.js"
import { t } from "../Shared/messages.js"
import { explain } from "./explain.js"

export function explainCorrection(error) {
  if (!(error instanceof Problem)) return explain(error)
  switch (error.code) {
    case "invalid-correction": return error.body.errors?.[0] ? mistakeWords({ kind: error.body.errors[0].code }) : explain(error)
    case "unknown-correction": return t("There is no such entry any more. Reload the page.")
    case "correction-decided": return t("Somebody else has decided this meanwhile. You see how it stands.")
    case "second-person-needed": return t("You entered this yourself, so somebody else has to confirm it.")
    case "idempotency-key-reused": return t("This was entered before with other contents. Look at the latest entries.")
    case "unknown-person": return t("This person is not there any more.")
    default: return explain(error)
  }
}

// mistake: { kind, value } of a line.
export function mistakeWords({ kind, value }) {
  switch (kind) {
    case "columns": return t("The first line must name the columns; missing: {names}.", { names: value })
    case "empty": return t("The file has no entries.")
    case "quotes": return t("The quotation marks do not fit together.")
    case "too-many": return t("The file has more than {count} entries. Divide it.", { count: value })
    case "person": return t("“{value}” is no identifier of a person.", { value })
    case "amount": return t("“{value}” is no amount of this currency. Write it without marks of thousands, such as 12.50.", { value })
    case "zero": return t("The amount is zero.")
    case "currency": return t("“{value}” is no code of a currency, such as EUR.", { value })
    case "reason": return t("The reason is missing.")
    case "reason-length": return t("The reason is longer than {count} characters.", { count: value })
    case "unknown-person": return t("There is no person “{value}”.", { value: value ?? "" })
    case "own-account": return t("Nobody enters amounts for themselves. Ask a colleague.")
    case "too-large": return t("The amount is too large.")
    case "unknown-currency": return t("No café uses the currency {value}.", { value: value ?? "" })
    default: return t("Something in this line cannot be read.")
  }
}

export function stageWords(stage) {
  switch (stage) {
    case "pending": return t("waits")
    case "posted": return t("entered")
    case "refused": return t("refused")
    default: return stage
  }
}
