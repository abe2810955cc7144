// The states of printers that a kitchen hears about. A printer that was not asked yet is in no trouble.

const WELL = ["unknown", "ready", "paper-low"]

export const isInTrouble = state => !WELL.includes(state)
