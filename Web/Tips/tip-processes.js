// Each tab that shows tips is a process of this device, with a number that no other tab has at the time: it holds a lock of that
// name. What a tab had kept is taken over only by whoever holds its lock, so that nobody takes it from a tab that lives.

const LAST = 63 // tabs of one person that share a browser by number

// Above these, for browsers without locks: pages that came without encryption.
const UNSHARED = 64
const UNSHARED_COUNT = 191
const UNSHARED_NAME = "vicinity-tips-process"

const lockName = (owner, process) => `vicinity-tips/${owner}/${process}`

// Answers { process, release }, or null when there are too many tabs.
export async function takeProcess(owner) {
  if (!navigator.locks) return { process: ownNumber(), release() {} }
  for (let process = 0; process <= LAST; process += 1) {
    const release = await taken(lockName(owner, process))
    if (release !== null) return { process, release }
  }
  return null
}

// Does something for each of some processes of which no tab lives, one after the other.
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

// Answers what gives the lock back, or null when somebody has it.
function taken(name) {
  return new Promise((resolve, reject) => {
    navigator.locks.request(name, { ifAvailable: true }, lock => {
      if (lock === null) return resolve(null)
      return new Promise(release => resolve(release))
    }).catch(reject)
  })
}

// The same for as long as the tab is there.
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
