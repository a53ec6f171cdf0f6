import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Facts about processes, from `/proc` or else from `ps`; nothing is known on Windows. */

/** The command line of a living process, its words joined by spaces; undefined where the system does not show it. */
export function commandOf(pid: number): string | undefined {
  const text = inProc(pid, 'cmdline') ?? outputOf('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  // A process that has ended, but for which its parent has not waited, has an empty command line.
  return text?.replaceAll('\0', ' ').trim() || undefined
}

/**
 * The ids of this process's ancestors up to npm: its parent, and the next one while that is a shell or Node of an npm
 * script. Only the parent where there is no `/proc`, since this is called often.
 */
export function ancestors(): readonly number[] {
  const pids = [process.ppid]
  for (let pid: number | undefined = process.ppid; pid !== undefined && isOfScript(pid); ) {
    pid = parentOf(pid)
    if (pid !== undefined) pids.push(pid)
  }
  return pids
}

const isOfScript = (pid: number): boolean => inProc(pid, 'cmdline')?.includes('npm-script.js') === true

/** The parent's id is the second field after the name in parentheses, which may contain spaces. */
function parentOf(pid: number): number | undefined {
  const stat = inProc(pid, 'stat')
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function inProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function outputOf(program: string, words: readonly string[]): string | undefined {
  if (process.platform === 'linux' || process.platform === 'win32') return undefined
  return spawnSync(program, words, { encoding: 'utf8' }).stdout ?? undefined
}
