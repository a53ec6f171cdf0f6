import { createWordBuffer, type WordBuffer } from '@tallystick/engine/base'
import { inLanes } from '../../platform/in-lanes.ts'
import { padded } from './piece-names.ts'
import type { PieceStore } from './piece-store.ts'

interface GrowingFile {
  byteCount(): number
  heldByteCount(): number
  /** The bytes of the file. Nothing is added to the file afterwards. */
  finish(): Uint8Array
}

/** The files of one folder, of which the last one still grows. */
export interface CutFile<File> {
  readonly folder: string
  file: File
  endedCount: number
}

/** The growing files of a task, one at a time in each folder. */
export interface CutFiles<File> {
  /** The file of a folder to which the next entry is added. */
  of(folder: string): File
  /** `of` in two steps: `cutOf` once for a folder, then `fileIn` for each entry. */
  cutOf(folder: string): CutFile<File>
  fileIn(cut: CutFile<File>): File
  endAll(): void
  /**
   * Writes the ended files. The first file of a folder has the name of the task; later ones have a number behind it.
   */
  flush(store: PieceStore, task: string): Promise<void>
  heldByteCount(): number
}

/** Stands between the name of a task and the number of a file. */
const separator = '.'

export const taskOfFile = (name: string): string => name.split(separator, 1)[0] ?? name

/** A file ends when it has `byteCountMax` bytes and more is added to its folder. */
export function createCutFiles<File extends GrowingFile>(create: () => File, byteCountMax: number): CutFiles<File> {
  const cuts = new Map<string, CutFile<File>>()
  const ended: { readonly folder: string; readonly index: number; readonly bytes: Uint8Array }[] = []
  const end = ({ folder, file, endedCount }: CutFile<File>): void =>
    void ended.push({ folder, index: endedCount, bytes: file.finish() })
  const cutOf = (folder: string): CutFile<File> => {
    const known = cuts.get(folder)
    if (known !== undefined) return known
    const cut = { folder, file: create(), endedCount: 0 }
    cuts.set(folder, cut)
    return cut
  }
  const fileIn = (cut: CutFile<File>): File => {
    if (cut.file.byteCount() < byteCountMax) return cut.file
    end(cut)
    cut.endedCount += 1
    cut.file = create()
    return cut.file
  }
  return {
    of: (folder) => fileIn(cutOf(folder)),
    cutOf,
    fileIn,
    endAll() {
      for (const cut of cuts.values()) end(cut)
      cuts.clear()
    },
    async flush(store, task) {
      await inLanes(ended.splice(0), ({ folder, index, bytes }) =>
        store.write(`${folder}/${task}${index === 0 ? '' : `${separator}${padded(index)}`}`, bytes),
      )
    },
    heldByteCount: () =>
      ended.reduce((sum, { bytes }) => sum + bytes.buffer.byteLength, 0) +
      [...cuts.values()].reduce((sum, { file }) => sum + file.heldByteCount(), 0),
  }
}

interface BytesFile extends GrowingFile {
  readonly buffer: WordBuffer
}

export function createBytesFile(): BytesFile {
  const buffer = createWordBuffer(1024)
  return {
    buffer,
    byteCount: () => buffer.end,
    heldByteCount: () => buffer.bytes.length,
    finish: () => buffer.bytes.subarray(0, buffer.end),
  }
}
