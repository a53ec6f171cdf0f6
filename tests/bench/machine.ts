import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { root } from '../support/node/step.ts'

/** What figures depend on beside the program: the processor, the cores, the memory, and how busy all of it is. */
export function machineText(): string {
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor'
  const gibibytes = (totalmem() / 2 ** 30).toFixed(0)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  return `${model}, ${availableParallelism()} cores, ${gibibytes} GiB, ${process.platform} ${process.arch}, load ${load} before`
}

/** The commit that is measured, and whether files differ from it; empty outside a repository. */
export function commitText(): string {
  try {
    const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '*.ts') === '' ? '' : ' with changes'
    return `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`
  } catch {
    return ''
  }
}
