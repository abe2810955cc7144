// Each tab that shows tips is a process of this device. Its number is unique among the open tabs, because the tab holds
// a lock with that name. Only the holder of a closed tab's lock may take over its record, so that no record is taken
// from an open tab.

const LAST = 63 // the largest number with a lock

// The first number for browsers that have no locks, on pages without encryption.
const UNSHARED = 64
const UNSHARED_COUNT = 191
const UNSHARED_NAME = "vicinity-tips-process"

const lockName = (owner, process) => `vicinity-tips/${owner}/${process}`

// Returns { process, release }, or null when there are too many tabs.
export async function takeProcess(owner) {
  if (!navigator.locks) return { process: ownNumber(), release() {} }
  for (let process = 0; process <= LAST; process += 1) {
    const release = await taken(lockName(owner, process))
    if (release !== null) return { process, release }
  }
  return null
}

// Acts for each of some processes whose tabs are closed, one after the other.
export async function forEachGone(owner, processes, act) {
  if (!navigator.locks) return
  for (const process of processes) {
    const release = await taken(lockName(owner, process))
    if (release === null) continue
    try {
      act(process)
    } finally {
      release()
    }
  }
}

// Returns a function that releases the lock, or null when another tab holds it.
function taken(name) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(name, { ifAvailable: true }, lock => {
      if (lock === null) return resolve(null)
      return new Promise(release => resolve(release))
    }).catch(reject)
  })
}

// A lock that lasts as long as the tab.
function ownNumber() {
  try {
    const known = Number(sessionStorage.getItem(UNSHARED_NAME))
    if (known >= UNSHARED && known < UNSHARED + UNSHARED_COUNT) return known
    const number = UNSHARED + crypto.getRandomValues(new Uint32Array(1))[0] % UNSHARED_COUNT
    sessionStorage.setItem(UNSHARED_NAME, String(number))
    return number
  } catch {
    return UNSHARED
  }
}
