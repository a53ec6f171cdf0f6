import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './bench-options.ts'
import { type Contender, contenders, tallystick } from './contenders/contenders.ts'
import { installPeer, peerText } from './contenders/peer-packages.ts'
import { measureContenders } from './measure-contenders.ts'
import { measureStages } from './measure-stages.ts'
import { filesText, type SizeFigures, sizeText } from './report.ts'
import type { Note } from './rounds.ts'
import { drafts } from './waterfall/drafts.ts'
import { type JobFiles, writeJob } from './waterfall/files.ts'

/** Rounds unless the options say otherwise, and from a million records on. */
const [roundCountDefault, roundCountLarge, largeCount] = [5, 3, 1_000_000]

/** Measures the job `waterfall` at one size, prints the figures as they come, and returns them as text. */
export async function runWaterfall(options: BenchOptions, recordCount: number, note: Note): Promise<string> {
  const { format, tier, seed } = options
  const directory = options.files ?? mkdtempSync(join(tmpdir(), 'tallystick-bench-'))
  try {
    mkdirSync(directory, { recursive: true })
    note(`making ${recordCount} records`)
    const files = writeJob(drafts[tier](recordCount, seed), { directory, format, tier, seed })
    console.log(filesText(files))
    const figures = await measure(options, recordCount, { files, note, directory })
    if (figures === undefined) return ''
    const text = sizeText(figures)
    console.log(text)
    return text
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
  const { rounds, quality } = await measureContenders({
    contenders: asked,
    job,
    roundCount,
    truthPath,
    directory,
    note,
  })
  note('stages')
  const stages = asked.some(({ name }) => name === tallystick) ? await measureStages(job) : []
  return { recordCount, format, tier, seed, files, contenders: asked, rounds, quality, stages }
}

/** The contenders of these names whose packages can be had; of others it is said why they are missing. */
async function readyContenders(names: readonly string[]): Promise<readonly Contender[]> {
  const ready: Contender[] = []
  for (const contender of contenders.filter(({ name }) => names.includes(name))) {
    const fault = contender.peer === undefined ? undefined : await installPeer(contender.peer)
    if (fault === undefined) ready.push(contender)
    else console.log(`without ${contender.title}: ${peerText(contender.peer ?? 'nodejs-polars')}: ${fault}`)
  }
  return ready
}
