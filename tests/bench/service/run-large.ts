import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPolicyMembers } from '../../../functions/cli/read-config.ts'
import { uploadFile } from '../../../functions/cli/upload/upload-file.ts'
import { type Client, createClient, type RunRecord } from '../../../functions/client/index.ts'
import { runWords } from '../../support/node/command.ts'
import { copyOfProject } from '../../support/node/copy-of-project.ts'
import { freePort, startNpm } from '../../support/node/npm-script.ts'
import { tableText, wholeText } from '../figures.ts'
import { commitText, machineText } from '../machine.ts'
import type { Note } from '../rounds.ts'
import { drafts } from '../waterfall/drafts.ts'
import { type JobFiles, writeJob } from '../waterfall/files.ts'
import { writeSection } from '../write-document.ts'
import { type InstanceUse, instancesIn, sumOf } from './logged-instances.ts'

export interface LargeOptions {
  /** Records of either side. */
  readonly recordCount: number
  readonly seed: number
  readonly write: string | undefined
}

/**
 * `npm run bench -- --large`: uploads the job `waterfall` to one `npm start` in a folder of its own and runs it there. Its
 * root has to be that of the command line.
 */
export async function runLarge(options: LargeOptions, note: Note): Promise<void> {
  const { recordCount, seed, write } = options
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  const about = [`${machineText()}, ${commitText()}`, `Node ${process.version}, seed ${seed}`]
  try {
    note(`making ${recordCount} records`)
    const plan = { directory, format: 'csv', tier: 'usual', seed } as const
    const files = writeJob(drafts.usual(recordCount, seed), plan)
    const measured = await measure(files, note)
    note('reconcile')
    const here = await runWords(['reconcile', files.source.path, files.target.path, '--rules', files.rulesPath])
    const text = largeText(options, { ...measured, about, isSame: here.output.includes(`${measured.run.resultRoot}`) })
    console.log(text)
    if (write !== undefined) writeSection(write, text)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Measured extends Executed {
  readonly uploadMilliseconds: number
  readonly runMilliseconds: number
  readonly uses: readonly InstanceUse[]
}

async function measure(files: JobFiles, note: Note): Promise<Measured> {
  const project = copyOfProject()
  const port = await freePort()
  // The server inherits it: the Worker says what each instance used.
  process.env['TALLYSTICK_LOG'] = 'lines'
  const server = startNpm(project.path, 'start', '--', '--no-demo', '--port', String(port))
  try {
    await server.line(/^ready on /)
    const apiKey = (await server.line(/^X-API-Key: /)).slice('X-API-Key: '.length)
    const address = `http://127.0.0.1:${port}`
    const client = createClient({ baseUrl: address, apiKey, tries: 8 })
    const startedAt = performance.now()
    for (const side of ['source', 'target'] as const) await upload({ client, address, note }, files, side)
    const uploadedAt = performance.now()
    const executed = await execute(client, files, note)
    const { run } = executed
    const endedAt = performance.now()
    await logged(
      () => server.output().includes(`"outcome":"done"`) && sumOf(instancesIn(server.output()), idIn(run)).steps > 0,
    )
    const uses = instancesIn(server.output())
    return { uploadMilliseconds: uploadedAt - startedAt, runMilliseconds: endedAt - uploadedAt, ...executed, uses }
  } finally {
    server.signal('SIGTERM')
    await server.ended
    project.remove()
  }
}

async function upload(
  { client, address, note }: { readonly client: Client; readonly address: string; readonly note: Note },
  files: JobFiles,
  side: 'source' | 'target',
): Promise<void> {
  const progress = {
    show: (what: string, part: number, whole: number) => note(`${side}: ${what} ${part} of ${whole}`),
    clear: () => undefined,
  }
  const { signal } = new AbortController()
  const settings = { name: side, format: 'csv', mapping: undefined, currency: undefined, encoding: undefined } as const
  const file = { ...settings, path: files[side].path, level: undefined, sheet: undefined }
  const adapter = side === 'source' ? 'psp:large' : 'ledger:large'
  const { state } = await uploadFile({ client, address, progress, signal }, { ...file, adapter })
  if (state !== 'sealed') throw new Error(`The ${side} is ${state}`)
}

interface Executed {
  readonly run: RunRecord
  /** The longest time between two polls in which phase, rule and count stood. */
  readonly stillMilliseconds: number
}

async function execute(client: Client, files: JobFiles, note: Note): Promise<Executed> {
  const policy = await readPolicyMembers(files.rulesPath)
  if (!policy.ok) throw new Error(policy.faults.join('\n'))
  const adapters = { sourceAdapter: 'psp:large', targetAdapter: 'ledger:large' }
  let run = await client.runs.create({ name: 'large', ...adapters, ...policy.value })
  let [shown, shownAt, stillMilliseconds] = ['', performance.now(), 0]
  while (run.status === 'queued' || run.status === 'running') {
    const { phase, rule, recordsDone } = run.progress
    const text = `${run.status}: ${phase} ${rule ?? ''} ${recordsDone}`
    note(text)
    if (text === shown) stillMilliseconds = Math.max(stillMilliseconds, performance.now() - shownAt)
    else [shown, shownAt] = [text, performance.now()]
    await sleep(pollMilliseconds)
    run = await client.runs.get(run.id)
  }
  if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${JSON.stringify(run.failure)}`)
  return { run, stillMilliseconds }
}

const pollMilliseconds = 250

/** The id of a run as it stands in the ids of its instances. */
const idIn = ({ id }: RunRecord): string => id.replace(/^run_/, '')

/** The line of an instance is printed a moment after its run is seen completed. */
async function logged(isThere: () => boolean): Promise<void> {
  for (let looks = 0; looks < 40 && !isThere(); looks += 1) await sleep(pollMilliseconds)
}

interface LargeFigures extends Measured {
  readonly about: readonly string[]
  readonly isSame: boolean
}

function largeText({ recordCount, seed }: LargeOptions, figures: LargeFigures): string {
  const { run, uses, about, isSame } = figures
  const used = sumOf(uses, idIn(run))
  const costs = costsOf(used)
  const all = costs.reduce((sum, [, , dollars]) => sum + dollars, 0)
  return [
    `### A large run, ${wholeText(recordCount)} records a side`,
    [`\`npm run bench -- --large --records ${recordCount} --seed ${seed}\``, ...about]
      .map((each) => `- ${each}`)
      .join('\n'),
    tableText(
      ['what', 'figure'],
      [
        ['upload of both, ms', wholeText(figures.uploadMilliseconds)],
        ['run, from POST to completed, ms', wholeText(figures.runMilliseconds)],
        ['longest time that its progress stood, ms', wholeText(figures.stillMilliseconds)],
        ['steps of the run', wholeText(used.steps)],
        ['queries of D1', wholeText(used.queries)],
        ['MB that a step held at most, by its own account', wholeText(used.heldBytes / 1e6)],
        ['MB handed to R2', wholeText(used.bucketBytesWritten / 1e6)],
        ['matches', wholeText(run.summary?.matchCount ?? 0)],
        ['root of `tallystick reconcile`', isSame ? 'the same' : 'ANOTHER'],
      ],
    ),
    tableText(
      ['operations of the run', 'count', 'cost, $'],
      [
        ...costs.map(([what, count, dollars]) => [what, wholeText(count), dollars.toFixed(5)]),
        ['together', '', all.toFixed(5)],
      ],
    ),
  ].join('\n\n')
}

/** Prices of Cloudflare in dollars a million, beyond what a plan includes. CPU is the time of the instance at most: it waits as well. */
const prices = { classA: 4.5, classB: 0.36, rowsRead: 0.001, rowsWritten: 1, cpuMilliseconds: 0.02 } as const

const costsOf = (used: ReturnType<typeof sumOf>): readonly (readonly [string, number, number])[] =>
  (
    [
      ['R2, class A', used.bucketWrites, prices.classA],
      ['R2, class B', used.bucketReads, prices.classB],
      ['D1, rows read', used.rowsRead, prices.rowsRead],
      ['D1, rows written', used.rowsWritten, prices.rowsWritten],
      ['Workers, ms (time of the instance, above its CPU)', used.milliseconds, prices.cpuMilliseconds],
    ] as const
  ).map(([what, count, price]) => [what, count, (count * price) / 1e6])
