import { createHash } from 'node:crypto'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { base32, createRandom, scramble } from '../random.ts'
import type { Draft, Row, TrueMatch } from './draft.ts'
import { rulesOf } from './rules.ts'
import type { Tier } from './tier.ts'

export const formats = ['csv', 'ndjson'] as const
export type Format = (typeof formats)[number]

/** The files of a job, and what they hold. */
export interface JobFiles {
  readonly source: SideFile
  readonly target: SideFile
  readonly rulesPath: string
  /** One line for each match of a right answer: `{"rule":"payout","source":["…","…"],"target":["…"]}`. */
  readonly truthPath: string
}

export interface SideFile {
  readonly path: string
  readonly recordCount: number
  readonly byteCount: number
  readonly sha256: string
}

export interface FilesPlan {
  readonly directory: string
  readonly format: Format
  readonly tier: Tier
  readonly seed: number
}

/** Writes both sides by day as exports have them, the rules and the truth into the directory. A million rows take seconds. */
export function writeJob(draft: Draft, { directory, format, tier, seed }: FilesPlan): JobFiles {
  const rulesPath = join(directory, 'rules.json')
  const truthPath = join(directory, 'truth.ndjson')
  writeFileSync(rulesPath, `${JSON.stringify(rulesOf(tier), undefined, 2)}\n`)
  writeLines(truthPath, lines([], draft.truth, truthLine))
  const write = (side: 'source' | 'target', sideSeed: number): SideFile => {
    const path = join(directory, `${side}.${format}`)
    const rows = byDay(draft[side], sideSeed)
    const head = format === 'csv' ? ['id,date,reference,description,counterparty,amount,currency'] : []
    const lineOf = format === 'csv' ? csvLine : ndjsonLine
    return {
      path,
      recordCount: rows.length,
      ...writeLines(
        path,
        lines(head, rows, (row) => lineOf(side, row)),
      ),
    }
  }
  return { source: write('source', scramble(seed)), target: write('target', scramble(seed + 1)), rulesPath, truthPath }
}

function* lines<Item>(
  head: readonly string[],
  items: readonly Item[],
  lineOf: (item: Item) => string,
): Generator<string> {
  yield* head
  for (const item of items) yield lineOf(item)
}

/** The rows by day, and by chance inside a day. */
function byDay(rows: readonly Row[], seed: number): readonly Row[] {
  const random = createRandom(seed)
  const days = new Map<number, { readonly row: Row; readonly place: number }[]>()
  for (const row of rows) {
    const ofDay = days.get(row.day)
    const placed = { row, place: random.fraction() }
    if (ofDay === undefined) days.set(row.day, [placed])
    else ofDay.push(placed)
  }
  return [...days]
    .sort(([a], [b]) => a - b)
    .flatMap(([, ofDay]) => ofDay.sort((a, b) => a.place - b.place || a.row.id - b.row.id).map(({ row }) => row))
}

const linesPerWrite = 20_000

function writeLines(path: string, lines: Iterable<string>): Pick<SideFile, 'byteCount' | 'sha256'> {
  const [file, hash] = [openSync(path, 'w'), createHash('sha256')]
  let byteCount = 0
  let waiting: string[] = []
  const flush = (): void => {
    const bytes = Buffer.from(waiting.map((line) => `${line}\n`).join(''))
    hash.update(bytes)
    writeSync(file, bytes)
    byteCount += bytes.length
    waiting = []
  }
  for (const line of lines) {
    waiting.push(line)
    if (waiting.length === linesPerWrite) flush()
  }
  flush()
  closeSync(file)
  return { byteCount, sha256: hash.digest('hex') }
}

const truthLine = ({ rule, source, target }: TrueMatch): string =>
  JSON.stringify({
    rule,
    source: source.map((row) => idText('source', row)),
    target: target.map((row) => idText('target', row)),
  })

const idText = (side: 'source' | 'target', { id }: Row): string =>
  `${side === 'source' ? 'txn_' : 'JE-'}${base32(id)}${base32(scramble(id))}`

const csvLine = (side: 'source' | 'target', row: Row): string =>
  `${idText(side, row)},${dateText(row.day)},${row.key},Order ${row.order},Customer ${row.customer},${amountText(row)},${row.currency}`

const ndjsonLine = (side: 'source' | 'target', row: Row): string =>
  JSON.stringify({
    id: idText(side, row),
    date: dateText(row.day),
    ...(row.key !== '' && { reference: row.key }),
    description: `Order ${row.order}`,
    counterparty: `Customer ${row.customer}`,
    amount: amountText(row),
    currency: row.currency,
  })

const firstDay = Date.UTC(2026, 0, 1)
const dateTexts = Array.from({ length: 400 }, (_, day) =>
  new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10),
)
const dateText = (day: number): string => dateTexts[day] ?? ''

const amountText = ({ cents }: Row): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
