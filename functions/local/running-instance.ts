import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './tool-environment.ts'

/** Which process serves this folder's local data. */
const path = join(root, '.wrangler/server.pid')

/** The process id of another server on this folder's data that is still running; undefined when there is none. */
export function otherServer(): number | undefined {
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return Number.isInteger(pid) && pid !== process.pid && isRunning(pid) ? pid : undefined
}

/** Says that this process serves the folder's data. */
export function enterServer(): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, String(process.pid))
}

/** Takes back what `enterServer` said, unless another server has come since. */
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
