import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './tool-environment.ts'

/** Holds the id of the process that serves this folder's local data. */
const path = join(root, '.wrangler/server.pid')

/** The id of another running process that serves this folder's data; undefined without one. */
export function otherServer(): number | undefined {
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return Number.isInteger(pid) && pid !== process.pid && isRunning(pid) ? pid : undefined
}

/** Records that this process serves the folder's data. */
export function enterServer(): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, String(process.pid))
}

/** Removes the record of `enterServer`, unless another process has replaced it since. */
export function leaveServer(): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === String(process.pid)) rmSync(path)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
