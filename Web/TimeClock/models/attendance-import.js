// Converts a person's choices for the columns of a table to the mapping that the server expects.

// choice: { source, site, dates, columns }.
export function columnMap({ source, site, dates, columns }) {
  if (source === "vicinity") return { base: source }
  const chosen = Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== ""))
  return { ...(source === "other" ? { columns: chosen } : { base: source }), dates, ...(site !== "" && { site }) }
}
