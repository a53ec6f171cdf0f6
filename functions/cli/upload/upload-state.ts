import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Keeps the id of an upload, so that the same command, run again, continues the upload. The id is in a file in
 * `tallystick/uploads` of the user's cache folder, named by a hash of the service's address, the file with its size and
 * time, and the settings.
 */
export interface KeptUpload {
  read(): Promise<string | undefined>
  /** Never rejects: where the file cannot be written, the upload just cannot be resumed. */
  write(id: string): Promise<void>
  remove(): Promise<void>
}

/** For standard input: a later command could not read it again. */
export const keptNowhere: KeptUpload = {
  read: async () => undefined,
  write: async () => undefined,
  remove: async () => undefined,
}

const kind = 'tallystick/upload@1'

export function keptUpload(identity: object): KeptUpload {
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)
  const folder = join(cacheFolder(), 'tallystick', 'uploads')
  const path = join(folder, `${name}.json`)
  return {
    read: () => readFile(path, 'utf8').then(idIn, () => undefined),
    async write(id) {
      await mkdir(folder, { recursive: true })
        .then(() => writeFile(path, `${JSON.stringify({ kind, id })}\n`))
        .catch(() => undefined)
    },
    remove: () => rm(path, { force: true }).catch(() => undefined),
  }
}

function cacheFolder(): string {
  const named = process.env['XDG_CACHE_HOME'] ?? process.env['LOCALAPPDATA']
  return named === undefined || named === '' ? join(homedir(), '.cache') : named
}

function idIn(text: string): string | undefined {
  try {
    const { kind: found, id } = Object(JSON.parse(text))
    return found === kind && typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
