import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { periodFileNames } from '@tallystick/engine/close'

export const isBegun = (folder: string): boolean => existsSync(join(folder, 'manifest.json'))

/** The files of a period that are there. Throws the errors of the file system. */
export const bytesInFolder = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    periodFileNames
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => [name, readFileSync(join(folder, name))]),
  )
