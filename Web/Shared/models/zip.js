// Reads and writes ZIP archives of a few small files. Writes without compression, and refuses archives that unpack to too many bytes.

const LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50
const STORED = 0, DEFLATED = 8
const NAMES_ARE_UTF8 = 0x0800

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})
const crc32 = bytes => ~bytes.reduce((value, byte) => TABLE[(value ^ byte) & 0xff] ^ (value >>> 8), 0xffffffff) >>> 0

// files: a list of { name, text }. Returns the bytes of the archive.
export function zip(files) {
  const chunks = [], directory = []
  let offset = 0
  const add = (list, ...parts) => { for (const part of parts) list.push(part) }
  for (const { name, text } of files) {
    const [title, content] = [name, text].map(value => new TextEncoder().encode(value))
    const shared = [[2, 20], [2, NAMES_ARE_UTF8], [2, STORED], [2, 0], [2, 0x21], [4, crc32(content)], [4, content.length], [4, content.length], [2, title.length], [2, 0]]
    const head = fields([[4, LOCAL], ...shared])
    add(chunks, head, title, content)
    add(directory, fields([[4, CENTRAL], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), title)
    offset += head.length + title.length + content.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  return joined([...chunks, ...directory, fields([[4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, offset], [2, 0]])])
}

// Returns a map from names to texts. most: the most bytes of all files together. Throws a RangeError for more bytes, and a SyntaxError
// for bytes that are not an archive.
export async function unzip(bytes, most) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map()
  let left = most
  try {
    for (const entry of entries(view)) {
      if (entry.name.endsWith("/")) continue
      const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
      const content = await unpacked(bytes.subarray(start, start + entry.size), entry.method, left)
      left -= content.length
      files.set(entry.name, new TextDecoder("utf-8", { fatal: true }).decode(content))
    }
  } catch (error) {
    if (error.isTooMuch) throw error
    throw new SyntaxError("no archive that can be read")
  }
  return files
}

function* entries(view) {
  let end = view.byteLength - 22
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) throw new SyntaxError("no end")
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new SyntaxError("no entry")
    const [name, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true))
    yield {
      method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true),
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name)),
    }
    at += 46 + name + extra + comment
  }
}

// Stops at the limit, so that a ZIP bomb cannot fill the memory.
async function unpacked(bytes, method, most) {
  if (method === STORED) return limited(bytes, most)
  if (method !== DEFLATED) throw new SyntaxError("unknown method")
  const parts = []
  let length = 0
  for await (const part of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))) {
    parts.push(part)
    length += part.length
    if (length > most) limited({ length }, most)
  }
  return joined(parts)
}

function limited(bytes, most) {
  if (bytes.length > most) throw Object.assign(new RangeError("too much"), { isTooMuch: true })
  return bytes
}

function fields(list) {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [size]) => sum + size, 0)))
  let at = 0
  for (const [size, value] of list) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
