import { accessSync, constants, statfsSync } from 'node:fs'

/** What the tests write at most to temporary folders at once, in either form, several times over. */
const bytesMin = 4 * 2 ** 30

const path = '/dev/shm'

/**
 * The folder of Linux whose files are kept in memory, where it has room for what tests write; elsewhere, undefined. There
 * a commit of SQLite waits for no disk: of a test in the Worker, that wait is most.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(path, constants.W_OK)
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize >= bytesMin ? path : undefined
  } catch {
    // No such folder: another system, or a container without it.
    return undefined
  }
}
