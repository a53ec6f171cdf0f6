import { readFileSync } from 'node:fs'
import type { Tier } from '../waterfall/tier.ts'
import type { PeerJob } from './peer-program.ts'

/** A record as a program without a library holds it. */
export interface RecordObject {
  /** Its place in the file, from 0. */
  readonly row: number
  readonly id: string
  /** Days since 1970. */
  readonly day: number
  /** The reference, as rules compare it; empty where there is none. */
  readonly key: string
  readonly cents: number
  readonly currency: string
}

/** Reads a whole file into objects, one for each record. Columns that no rule reads are left out. */
export function readObjects(path: string, { format, tier }: Pick<PeerJob, 'format' | 'tier'>): RecordObject[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const texts = format === 'csv' ? csvTexts(lines) : lines.map((line): Texts => JSON.parse(line))
  return texts.map(({ id, date, reference = '', amount, currency }, row) => ({
    row,
    id,
    day: Date.parse(date) / 86_400_000,
    key: keyOf(tier, reference),
    cents: Math.round(Number(amount) * 100),
    currency,
  }))
}

interface Texts {
  readonly id: string
  readonly date: string
  readonly reference?: string
  readonly amount: string
  readonly currency: string
}

function csvTexts(lines: readonly string[]): Texts[] {
  const names = cellsOf(lines[0] ?? '')
  const placeOf = (name: string): number => names.indexOf(name)
  const [id, date, reference] = [placeOf('id'), placeOf('date'), placeOf('reference')]
  const [amount, currency] = [placeOf('amount'), placeOf('currency')]
  return lines.slice(1).map((line) => {
    const cells = cellsOf(line)
    const cellAt = (place: number): string => cells[place] ?? ''
    return {
      id: cellAt(id),
      date: cellAt(date),
      reference: cellAt(reference),
      amount: cellAt(amount),
      currency: cellAt(currency),
    }
  })
}

/** No cell of the job is quoted; one that is gets the slow way. */
const cellsOf = (line: string): string[] =>
  line.includes('"')
    ? [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, quoted, plain = '']) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      )
    : line.split(',')

function keyOf(tier: Tier, reference: string): string {
  if (tier === 'usual') return reference
  return reference.trim().replaceAll(/\s+/g, ' ').toUpperCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}
