// The states of printers that the kitchen's screens report. A printer that was not asked yet counts as able to print.

const ABLE = ["unknown", "ready", "paper-low"]

export const cannotPrint = state => !ABLE.includes(state)
