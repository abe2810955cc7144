// Registers the service worker. Pages may make one policy of Trusted Types, and this is it: it trusts this address only.

const ADDRESS = "/service-worker.js"
const policy = globalThis.trustedTypes?.createPolicy("service-worker", { createScriptURL: () => ADDRESS })

// Returns the registration as soon as the worker can receive a push. Throws where the browser has none, or refuses.
export async function registeredWorker() {
  await navigator.serviceWorker.register(policy ? policy.createScriptURL(ADDRESS) : ADDRESS)
  return navigator.serviceWorker.ready
}

// The registration that there is already, or null.
export const presentWorker = async () => (await navigator.serviceWorker?.getRegistration("/")) ?? null
