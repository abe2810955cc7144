// The diets that an item fits with its choices so far. Only stated diets count (C20).

// Returns ids, or undefined when a part does not state its diets. A required group that is still open counts with all of its
// choices.
export function dietsSoFar(item, selection) {
  const choices = item.groups.flatMap(({ choices }) => choices).filter(({ id }) => selection.quantity(id) > 0)
  return dietsOf([item, ...choices, ...selection.missing.flatMap(group => group.choices)])
}

// The diets that all of some parts fit, or undefined when one does not state its own.
export function dietsOf(parts) {
  if (!parts.every(({ diets }) => diets)) return undefined
  return parts[0].diets.filter(diet => parts.every(({ diets }) => diets.includes(diet)))
}
