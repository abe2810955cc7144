// Saves a value as a JSON file, a text or bytes as a file of a type, or the content of an address.

export const saveAsFile = (name, value) => saveTextAsFile(name, JSON.stringify(value, null, 2), "application/json")

// content: a text, bytes, or a Blob.
export function saveTextAsFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }))
  saveFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

export function saveFrom(address, name) {
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
}
