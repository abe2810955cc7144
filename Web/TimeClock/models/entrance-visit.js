// How long a tablet at an entrance shows what concerns one person. Times are milliseconds.

export const IDLE = 30_000 // without a touch or a key, after which everything is cleared
export const RESULT = 6000 // that the result stays

// What somebody may do there: [{ kind, forgotOut }], the expected act first. visit: as the server answers.
export function actsOf({ allowed, mayHaveForgotten }) {
  const acts = allowed.map(kind => ({ kind, forgotOut: false }))
  return mayHaveForgotten ? [...acts.filter(({ kind }) => kind === "out"), { kind: "in", forgotOut: true }] : acts
}

// The key with which a reader of badges, or a person, begins to type a number; null for any other key.
export const firstOf = ({ key, ctrlKey, metaKey, altKey }) => (!ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key) ? key : null)
