// Calls the server. A refusal throws a Problem, a missing answer an Unreachable; nothing else is thrown.

import { noteAnswer } from "./kept-answers.js"
import { requestCode } from "./request-code.js"

export const TIME_LIMIT = 10_000 // milliseconds for one request
const FILE_TIME_LIMIT = 60_000 // for one that sends or loads a file

let csrf = null
let renewed = async () => false

export class Problem extends Error {
  // retryAfter: the seconds after which the server would accept the same request, or null.
  // request: the code under which the server's log has the request, or null.
  constructor(status, body, retryAfter = null, request = null) {
    super(body.detail ?? body.title ?? `Status ${status}`)
    this.status = status
    this.code = body.code ?? "unexpected"
    this.body = body
    this.retryAfter = retryAfter
    this.request = request
  }
}

export class Unreachable extends Error {}

// The token that proves to the server that a change comes from its own pages.
export function useCsrfToken(token) { csrf = token }

// renew: called after the server has refused the token; resolves to whether useCsrfToken was called with a newer one.
export function renewCsrfToken(renew) { renewed = renew }

export const get = (path, headers) => request("GET", path, undefined, headers)
// The content of a file, as a Blob.
export const getFile = async path => (await answered("GET", path, undefined, {}, { isFile: true })).answer
export const post = (path, body, headers) => request("POST", path, body, headers)
// fields: of a form, as OAuth wants them.
export const postForm = async (path, fields) => (await answered("POST", path, new URLSearchParams(fields))).answer
// file: a Blob, such as a photo; it may take longer than other requests.
export const postFile = (path, file) => request("POST", path, file)
export const put = (path, body) => request("PUT", path, body)
export const patch = (path, body) => request("PATCH", path, body)
export const remove = path => request("DELETE", path)

// Changes something that others may change too: version is the one that was seen, or undefined.
export const sendTagged = (method, path, body, version) =>
  request(method, path, body, version === undefined ? {} : { "If-Match": `"${version}"` })

// Sends a request while the page is being left; nobody reads the answer.
export const sendLeaving = (method, path) => answered(method, path, undefined, {}, { keepalive: true }).catch(() => null)

// Returns { tag, body }, or null when the copy with this tag is still current.
export async function getTagged(path, tag) {
  try {
    const answer = await answered("GET", path, undefined, tag === null ? {} : { "If-None-Match": tag })
    return { tag: answer.response.headers.get("ETag"), body: answer.answer }
  } catch (error) {
    if (error instanceof Problem && error.status === 304) return null
    throw error
  }
}

async function request(method, path, body, headers) { return (await answered(method, path, body, headers)).answer }

// A request that was refused for its token changed nothing, so it is sent once more with a newer one.
async function answered(...parts) {
  try {
    return await sendOnce(...parts)
  } catch (error) {
    if (!(error instanceof Problem && error.code === "csrf") || !(await renewed())) throw error
    return sendOnce(...parts)
  }
}

async function sendOnce(method, path, body, headers = {}, { isFile = false, ...more } = {}) {
  const limit = isFile || body instanceof Blob ? FILE_TIME_LIMIT : TIME_LIMIT
  const named = { ...(!isFile && { Accept: "application/json" }), "X-Request-ID": requestCode(), ...headers }
  const options = { ...more, method, headers: named, signal: AbortSignal.timeout(limit) }
  if (body instanceof URLSearchParams || body instanceof Blob) {
    options.body = body // with its own Content-Type
  } else if (body !== undefined) {
    options.headers["Content-Type"] = "application/json"
    options.body = JSON.stringify(body)
  }
  if (method !== "GET" && csrf !== null) options.headers["X-CSRF-Token"] = csrf
  const { response, answer } = await exchange(path, options, isFile)
  noteAnswer(path, response.headers)
  if (!response.ok) {
    throw new Problem(response.status, answer ?? {}, seconds(response.headers.get("Retry-After")), options.headers["X-Request-ID"])
  }
  return { response, answer }
}

async function exchange(path, options, isFile) {
  try {
    const response = await fetch(path, options)
    return { response, answer: isFile && response.ok ? await response.blob() : parse(await response.text()) }
  } catch (error) {
    throw new Unreachable(error.message)
  }
}

// The field may also hold a date, which our server never sends.
const seconds = field => (/^\d+$/.test(field ?? "") ? Number(field) : null)

// A body that is not JSON comes from a proxy, not from our server.
function parse(text) {
  try {
    return text === "" ? null : JSON.parse(text)
  } catch {
    return null
  }
}
