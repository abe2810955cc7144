// Where a browser begins to sign in with the provider.

// next: the page of this server to which it goes afterwards, or null. again: whether the person shows once more who they are.
export function providerAddress(address, next, { again = false } = {}) {
  const query = new URLSearchParams()
  if (next) query.set("next", next)
  if (again) query.set("again", "1")
  return query.size > 0 ? `${address}?${query}` : address
}
