import { writeFile } from './kept-result-files.ts'
import type { CloseStore, KeptClose, PackPlace } from './own-close-types.ts'

/**
 * Keeps each close in a folder of its own in the origin's private file system. A file is written beside the one before,
 * which is removed then: what is cut off loses nothing.
 */
export const createCloseStore = (): CloseStore => ({
  async list() {
    const found: KeptClose[] = []
    try {
      for await (const entry of (await openCloses()).values())
        if (entry instanceof FileSystemDirectoryHandle) found.push(...(await factsIn(entry)))
    } catch {
      // A browser that keeps nothing, such as in a private window, has no closes either.
    }
    return found
  },
  async write(close) {
    await writeNext(await openClose(close.id), 'facts', new Blob([JSON.stringify(close)]))
  },
  async readPack(close, place) {
    const folder = await openClose(close)
    for (const { version, handle } of await versionsOf(folder, stemOf(place))) {
      const blob = await handle.getFile()
      if (await endsAsZip(blob)) return { revision: version, blob }
    }
    return undefined
  },
  async writePack(close, place, pack) {
    await writeNext(await openClose(close), stemOf(place), pack)
  },
  async forget(close) {
    await (await openCloses()).removeEntry(close, { recursive: true })
  },
  // An address without HTTPS has neither locks nor kept files.
  inTurn: async (work) => ('locks' in navigator ? navigator.locks.request('tallystick closes', work) : work()),
})

const stemOf = ({ number, edition }: PackPlace): string =>
  edition === undefined ? `month-${number}` : `month-${number}-edition-${edition}`

async function openCloses(): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle('closes', { create: true })
}

const openClose = async (id: string): Promise<FileSystemDirectoryHandle> =>
  (await openCloses()).getDirectoryHandle(id, { create: true })

interface Version {
  readonly version: number
  readonly handle: FileSystemFileHandle
}

/** The newest first. */
async function versionsOf(folder: FileSystemDirectoryHandle, stem: string): Promise<readonly Version[]> {
  const found: Version[] = []
  for await (const handle of folder.values()) {
    const [, version] = handle.name.startsWith(`${stem}.`) ? handle.name.split('.') : []
    if (version !== undefined && handle instanceof FileSystemFileHandle)
      found.push({ version: Number(version), handle })
  }
  return found.sort((left, right) => right.version - left.version)
}

async function writeNext(folder: FileSystemDirectoryHandle, stem: string, content: Blob): Promise<void> {
  const before = await versionsOf(folder, stem)
  const name = `${stem}.${(before[0]?.version ?? 0) + 1}`
  try {
    await writeFile(folder, name, content)
  } catch (error) {
    await folder.removeEntry(name).catch(() => undefined)
    throw error
  }
  for (const { handle } of before) await folder.removeEntry(handle.name)
}

/** The newest facts that were written to their end. */
async function factsIn(folder: FileSystemDirectoryHandle): Promise<readonly KeptClose[]> {
  for (const { handle } of await versionsOf(folder, 'facts')) {
    try {
      const facts: KeptClose = JSON.parse(await (await handle.getFile()).text())
      return [facts]
    } catch {
      // Cut off: the version before is there still.
    }
  }
  return []
}

const endByteCount = 22

/** Whether the archive has its end record (PKWARE APPNOTE 4.3.16), which is written last. */
async function endsAsZip(blob: Blob): Promise<boolean> {
  const end = new Uint8Array(await blob.slice(-endByteCount).arrayBuffer())
  return end[0] === 0x50 && end[1] === 0x4b && end[2] === 5 && end[3] === 6
}
