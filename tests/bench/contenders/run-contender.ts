import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../support/node/step.ts'
import { countMatches } from '../waterfall/matches.ts'
import { type Contender, isCommand } from './contenders.ts'
import type { Job, Outcome, PeerReport } from './job.ts'

/** Runs a contender in a process of its own, under the Node that runs the bench. Rejects when the process fails. */
export async function runContender(contender: Contender, job: Job): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  try {
    const usagePath = join(directory, 'usage.json')
    const matches = job.matches ?? (isCommand(contender) ? join(directory, 'result.ndjson') : undefined)
    const asked = { ...job, matches }
    const { output, wallMilliseconds } = await runProcess(contender, asked, usagePath)
    const usage: Pick<Outcome, 'peakBytes' | 'cpuMilliseconds'> = JSON.parse(readFileSync(usagePath, 'utf8'))
    const told = isCommand(contender) ? await ofCommand(output, matches ?? '') : ofPeer(output)
    return { wallMilliseconds, ...usage, ...told }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

type Told = Pick<Outcome, 'innerMilliseconds' | 'counts' | 'root'>

/** What the command line's report and its result say. */
async function ofCommand(output: string, resultPath: string): Promise<Told> {
  const [, resultRoot] = /lines? under the root ([0-9a-f]{64})/.exec(output) ?? []
  if (resultRoot === undefined) throw new Error(`The report has no root:\n${output}`)
  return { innerMilliseconds: undefined, counts: await countMatches(resultPath), root: resultRoot }
}

function ofPeer(output: string): Told {
  const report: PeerReport = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')
  return { innerMilliseconds: report.milliseconds, counts: report.counts, root: report.root }
}

/** The command line keeps what it compiled in this folder; the others get the same. */
const compileCachePath = join(root, 'node_modules/.cache/tallystick')

function runProcess(
  { name, words, environment, openExitCode, isPinned }: Contender,
  job: Job,
  usagePath: string,
): Promise<{ readonly output: string; readonly wallMilliseconds: number }> {
  const env = {
    ...process.env,
    ...environment,
    TALLYSTICK_BENCH_USAGE: usagePath,
    NODE_COMPILE_CACHE: compileCachePath,
  }
  const preload = join(import.meta.dirname, 'measure-process.ts')
  const startedAt = performance.now()
  const own = [process.execPath, '--import', preload, ...words(job)]
  const [program, ...args] = isPinned ? ['taskset', '--cpu-list', '0', ...own] : own
  const child = spawn(program ?? process.execPath, args, { cwd: root, env })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    texts.output += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    texts.errors += bytes
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => {
      const wallMilliseconds = performance.now() - startedAt
      child.on('close', (code) => {
        if (code === 0 || code === openExitCode) resolve({ output: texts.output, wallMilliseconds })
        else reject(new Error(`${name} ended with ${code}:\n${texts.errors}${texts.output}`))
      })
    })
  })
}
