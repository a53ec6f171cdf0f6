import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './bench-options.ts'
import { type Contender, contenders, tallystick } from './contenders/contenders.ts'
import { installPeer, peerText } from './contenders/peer-packages.ts'
import { commitText, machineText } from './machine.ts'
import { measureContenders } from './measure-contenders.ts'
import { measureStages } from './measure-stages.ts'
import { filesText, type SizeFigures, sizeText } from './report.ts'
import type { Note } from './rounds.ts'
import { drafts } from './waterfall/drafts.ts'
import { type JobFiles, writeJob } from './waterfall/files.ts'
import { writeSection } from './write-document.ts'

/** Rounds unless the options say otherwise, and from a million records on. */
const [roundCountDefault, roundCountLarge, largeCount] = [5, 3, 1_000_000]

/** Measures the job `waterfall` at one size, and prints the figures; `options.write` puts them into a document. */
export async function runWaterfall(options: BenchOptions, recordCount: number, note: Note): Promise<void> {
  const { format, tier, seed } = options
  const directory =
    options.files === undefined
      ? mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
      : join(options.files, `${recordCount}-${tier}`)
  try {
    mkdirSync(directory, { recursive: true })
    note(`making ${recordCount} records`)
    const files = writeJob(drafts[tier](recordCount, seed), { directory, format, tier, seed })
    console.log(filesText(files))
    const figures = await measure(options, recordCount, { files, note, directory })
    if (figures === undefined) return
    const text = sizeText(figures)
    console.log(`\n${text}`)
    if (options.write !== undefined) writeSection(options.write, text)
  } finally {
    if (options.files === undefined) rmSync(directory, { recursive: true, force: true })
  }
}

interface Place {
  readonly files: JobFiles
  readonly directory: string
  readonly note: Note
}

async function measure(
  { format, tier, seed, ...options }: BenchOptions,
  recordCount: number,
  { files, directory, note }: Place,
): Promise<SizeFigures | undefined> {
  const asked = await readyContenders(options.contenders)
  if (asked.length === 0) return undefined
  const job = {
    source: files.source.path,
    target: files.target.path,
    rules: files.rulesPath,
    format,
    tier,
  }
  const roundCount = options.rounds ?? (recordCount >= largeCount ? roundCountLarge : roundCountDefault)
  const { truthPath } = files
  const about = [`${machineText()}, ${commitText()}`, versionsText(asked)]
  const { rounds, quality } = await measureContenders({
    contenders: asked,
    job,
    roundCount,
    truthPath,
    directory,
    note,
  })
  note('stages')
  const stages = options.stages && asked.some(({ name }) => name === tallystick) ? await measureStages(job) : []
  return { recordCount, format, tier, seed, files, contenders: asked, rounds, quality, stages, about }
}

/** The versions of what the contenders are. */
function versionsText(asked: readonly Contender[]): string {
  const peers = new Set(asked.flatMap(({ peer }) => (peer === undefined ? [] : [peerText(peer)])))
  return [`Node ${process.version}`, ...peers, `SQLite ${process.versions['sqlite']}`].join(', ')
}

async function peerFault({ peer }: Contender): Promise<string | undefined> {
  const fault = peer === undefined ? undefined : await installPeer(peer)
  return fault === undefined || peer === undefined ? undefined : `${peerText(peer)}: ${fault}`
}

const pinningFault = (): string | undefined =>
  spawnSync('taskset', ['--version']).status === 0 ? undefined : 'taskset, of util-linux, is missing'

/** The contenders of these names whose packages can be had; of others it is said why they are missing. */
async function readyContenders(names: readonly string[]): Promise<readonly Contender[]> {
  const ready: Contender[] = []
  for (const contender of contenders.filter(({ name }) => names.includes(name))) {
    const fault = contender.isPinned ? pinningFault() : await peerFault(contender)
    if (fault === undefined) ready.push(contender)
    else console.log(`without ${contender.title}: ${fault}`)
  }
  return ready
}
