// Stores small values in the browser. A browser that stores nothing is not an error.

export function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key))
  } catch {
    return null
  }
}

export function write(storage, key, value) {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden; the value lives as long as the page.
  }
}
