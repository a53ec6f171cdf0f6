import { type LayoutStore, noLayouts } from './kept-layout.ts'
import type { KeptResult, ResultStore } from './kept-result.ts'

declare global {
  /** Members of the File System standard that only workers have, which the types of a document lack. */
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<{
      write(bytes: Uint8Array, options: { at: number }): number
      truncate(size: number): void
      flush(): void
      close(): void
    }>
  }
}

const folderName = 'results'
const factsName = 'result.json'

/** Keeps each result in a folder of its own below `results`. The facts are written last: without them it is not kept. */
export const createResultStore = (): ResultStore => ({
  async keep(result, files) {
    const results = await openResults()
    const folder = await results.getDirectoryHandle(result.id, { create: true })
    try {
      for (const side of ['source', 'target'] as const) await writeFile(folder, side, files[side])
      await writeFile(folder, factsName, new Blob([JSON.stringify(result)]))
    } catch (error) {
      await results.removeEntry(result.id, { recursive: true })
      throw error
    }
  },
  async list() {
    const found: KeptResult[] = []
    try {
      for await (const entry of (await openResults()).values())
        if (entry instanceof FileSystemDirectoryHandle) found.push(...(await factsIn(entry)))
    } catch {
      // A browser that keeps nothing, such as in a private window, has no results either.
    }
    return found.sort((left, right) => (left.madeAt < right.madeAt ? 1 : -1))
  },
  async fileOf({ id, sides }, side) {
    const folder = await (await openResults()).getDirectoryHandle(id)
    const file = await (await folder.getFileHandle(side)).getFile()
    return new File([file], sides[side].name)
  },
  async forget(id) {
    await (await openResults()).removeEntry(id, { recursive: true })
  },
})

/** Keeps all layouts in one file beside the results. */
export const createLayoutStore = (): LayoutStore => ({
  async read() {
    try {
      const origin = await navigator.storage.getDirectory()
      return JSON.parse(await (await (await origin.getFileHandle(layoutsName)).getFile()).text())
    } catch {
      return noLayouts
    }
  },
  async write(kept) {
    await writeFile(await navigator.storage.getDirectory(), layoutsName, new Blob([JSON.stringify(kept)]))
  },
})

const layoutsName = 'layouts.json'

async function openResults(): Promise<FileSystemDirectoryHandle> {
  const origin = await navigator.storage.getDirectory()
  return origin.getDirectoryHandle(folderName, { create: true })
}

/** Writes a file whole. Throws where there is no room. */
export async function writeFile(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const handle = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle()
  try {
    handle.truncate(0)
    let at = 0
    for await (const part of content.stream()) at += handle.write(part, { at })
    if (at !== content.size) throw new Error('The browser has no room for this result')
    handle.flush()
  } finally {
    handle.close()
  }
}

/** Empty for a folder that was not written to its end. */
async function factsIn(folder: FileSystemDirectoryHandle): Promise<readonly KeptResult[]> {
  try {
    const file = await (await folder.getFileHandle(factsName)).getFile()
    return [JSON.parse(await file.text())]
  } catch {
    return []
  }
}
