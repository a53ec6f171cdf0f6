import { readFileSync } from 'node:fs'
import { canonicalDecimal } from '../../../engine/base/decimal.ts'
import type { IntakeEnd } from '../../../engine/intake/intake.ts'

/**
 * Real files of banks, in the folders of the directory that TALLYSTICK_VECTORS names, and what their `index.tsv` says of
 * each. They are not part of the project.
 */
const directory = process.env['TALLYSTICK_VECTORS']

export const hasVectors = directory !== undefined

/** What the index says of a file, or what an intake made of it. Without a value where the index has none. */
export interface FileFigures {
  readonly entries: number
  readonly statements?: number
  /** By currency; `XXX` for none. */
  readonly sums?: { readonly [currency: string]: string }
  readonly firstDate?: string
  readonly lastDate?: string
  /** One for each statement; null for one that is missing. */
  readonly opening?: readonly (string | null)[]
  readonly closing?: readonly (string | null)[]
  /** Statements that add up, of those with both balances. */
  readonly balanced?: string
}

export interface Vector {
  readonly file: string
  readonly bytes: Buffer
  readonly expected: FileFigures
  readonly notes: string
}

/** The files of a folder; none without the directory. */
export function vectorsOf(folder: string): readonly Vector[] {
  if (directory === undefined) return []
  const [header = '', ...lines] = readFileSync(`${directory}/${folder}/index.tsv`, 'utf8').trimEnd().split('\n')
  const names = header.split('\t')
  return lines.map((line) => {
    const cells = new Map(line.split('\t').map((cell, index) => [names[index] ?? '', cell]))
    const cell = (name: string) => cells.get(name) ?? ''
    const file = cell('file')
    return {
      file,
      bytes: readFileSync(`${directory}/${folder}/${file}`),
      expected: expectedOf(cell),
      notes: cell('notes'),
    }
  })
}

function expectedOf(cell: (name: string) => string): FileFigures {
  const filled = <Value>(name: string, read: (text: string) => Value): Value | undefined =>
    cell(name) === '' ? undefined : read(cell(name))
  const figures = {
    entries: Number(cell('entries')),
    statements: filled('statements', Number),
    sums: filled('sums', sumsOf),
    firstDate: filled('first_date', String),
    lastDate: filled('last_date', String),
    opening: filled('opening', balancesOf),
    closing: filled('closing', balancesOf),
    balanced: filled('balance_check', String),
  }
  return Object.fromEntries(
    Object.entries(figures).filter(([, value]) => value !== undefined),
  ) as unknown as FileFigures
}

const sumsOf = (text: string) =>
  Object.fromEntries(
    text.split('; ').map((sum) => {
      const [currency = '', amount = ''] = sum.split(' ')
      return [currency === '?' ? 'XXX' : currency, canonical(amount)]
    }),
  )

const balancesOf = (text: string) =>
  text.split(' | ').map((balance) => (balance === '-' ? null : canonical(balance.split(' ')[1] ?? balance)))

function canonical(amount: string): string {
  const decimal = canonicalDecimal(amount)
  if (decimal === undefined) throw new Error(`The index has the amount ${amount}`)
  return decimal
}

/** What an intake made of a file, in the terms of `expected`: figures that the index does not give are left out. */
export function figuresOf(end: IntakeEnd, expected: FileFigures): FileFigures {
  if (!end.ok) throw new Error(end.faults.map(({ line, code, detail }) => `${line} ${code}: ${detail}`).join('\n'))
  const { recordCount, totals, period, statements } = end.summary
  const checked = statements.filter(({ opening, closing }) => opening !== null && closing !== null)
  const all = {
    entries: recordCount,
    statements: statements.length,
    sums: totals,
    firstDate: period.from,
    lastDate: period.to,
    opening: statements.map(({ opening }) => opening),
    closing: statements.map(({ closing }) => closing),
    balanced: `${checked.filter(({ check }) => check === 'balanced').length} of ${checked.length}`,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in expected)) as unknown as FileFigures
}
