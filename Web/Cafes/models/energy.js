// The energy of an item with its choices, in kilocalories (C102).

// Returns { amount, isLeast }; isLeast when a part does not state its energy, so that the amount is a lower bound. Null when
// the item does not state its energy.
export function energy(item, selection) {
  if (item.kilocalories === undefined) return null
  const chosen = item.groups.flatMap(({ choices }) => choices).filter(({ id }) => selection.quantity(id) > 0)
  return {
    amount: chosen.reduce((sum, { id, kilocalories = 0 }) => sum + kilocalories * selection.quantity(id), item.kilocalories),
    isLeast: chosen.some(({ kilocalories }) => kilocalories === undefined) || selection.missing.some(adds),
  }
}

// Whether a group that is still open can add energy.
const adds = ({ choices }) => choices.some(({ kilocalories }) => kilocalories !== 0)
