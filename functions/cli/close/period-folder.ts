import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnPack } from '@tallystick/audit/close/follow-pack'
import { packOfPeriod, periodFilesIn } from '@tallystick/audit/verify/period-pack'
import { utf8 } from '@tallystick/engine/base'
import { type PeriodFiles, periodFileNames } from '@tallystick/engine/close'
import { bytesInFolder, isBegun } from '../evidence/folder-of-period.ts'
import { withEvidence } from '../evidence/open-evidence.ts'
import { fileFault } from '../file-fault.ts'
import type { ConfigResult } from '../read-config.ts'

/** The files of a period in its folder, and in its pack, a zip of the same files. */

export function readFolder(folder: string): ConfigResult<PeriodFiles> {
  if (!isBegun(folder))
    return { ok: false, faults: [`${folder}: there is no period in the folder; close start begins one`] }
  try {
    const files = periodFilesIn(bytesInFolder(folder))
    return files.ok ? files : { ok: false, faults: files.faults.map((fault) => join(folder, fault)) }
  } catch (error) {
    return { ok: false, faults: [fileFault(folder, error)] }
  }
}

/** Writes each file whole or not at all, the manifest last. */
export function writeFolder(folder: string, files: PeriodFiles): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of periodFileNames.toReversed()) {
      const path = join(folder, name)
      writeFileSync(`${path}.part`, files[name])
      renameSync(`${path}.part`, path)
    }
    return []
  } catch (error) {
    return [fileFault(folder, error)]
  }
}

/** Reads a pack: a zip with exactly the files of a period, as `writePack` makes it. */
export const readPackFiles = (path: string): Promise<ConfigResult<PeriodFiles>> =>
  withEvidence(path, ({ blob }) => readOwnPack(blob))

export async function writePack(path: string, files: PeriodFiles): Promise<readonly string[]> {
  const archive = await packOfPeriod(new Map(periodFileNames.map((name) => [name, utf8(files[name])])))
  try {
    writeFileSync(`${path}.part`, archive)
    renameSync(`${path}.part`, path)
    return []
  } catch (error) {
    return [fileFault(path, error)]
  }
}
