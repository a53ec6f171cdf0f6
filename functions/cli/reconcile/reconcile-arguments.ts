import { resolve } from 'node:path'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

/** The arguments of `tallystick reconcile`; every path as written. */
export interface ReconcileArguments {
  readonly command: 'reconcile'
  readonly source: string
  readonly target: string
  readonly rules: string | undefined
  readonly mapping: string | undefined
  /** A file, or `-` for standard output. */
  readonly out: string | undefined
  /** A workbook or a CSV, by the end of its name. */
  readonly report: string | undefined
  /** How many breaks the terminal lists; `Infinity` for all. */
  readonly breakCountMax: number
  /** None, one for both sides, or one for the source and one for the target. */
  readonly currencies: readonly string[]
  readonly encodings: readonly string[]
  /** Adapter kinds, whose exports have column names of their own. */
  readonly kinds: readonly string[]
  readonly levels: readonly string[]
  readonly sheets: readonly string[]
}

const file: OptionKind = { value: 'wanted', what: 'a file' }
const kinds = new Map<string, OptionKind>([
  ['rules', file],
  ['mapping', file],
  ['out', file],
  ['report', file],
  ['breaks', { value: 'wanted', what: 'a number or all' }],
  ['currency', { value: 'wanted', what: 'a currency code', repeatable: true }],
  ['encoding', { value: 'wanted', what: 'an encoding', repeatable: true }],
  ['adapter', { value: 'wanted', what: 'an adapter kind', repeatable: true }],
  ['level', { value: 'wanted', what: 'entry or detail', repeatable: true }],
  ['sheet', { value: 'wanted', what: 'the name of a sheet', repeatable: true }],
])

/** Given once for both sides, or for SOURCE and then for TARGET. */
const sideOptions = ['currency', 'encoding', 'adapter', 'level', 'sheet']

/** About a screenful of breaks with their records, and more than a person reads at once. */
const breakCountDefault = 50

/** Reads the words after `tallystick reconcile`. */
export function readReconcileArguments(words: readonly string[]): ArgumentsResult<ReconcileArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [source, target, ...surplus] = paths
  const faults = [...optionFaults]
  if (target === undefined)
    faults.push(`Got ${source === undefined ? 'no file' : 'one file'}, wanted SOURCE and TARGET`)
  for (const word of surplus) faults.push(`${got(word)}, wanted nothing after SOURCE and TARGET`)
  for (const name of sideOptions) {
    const count = values.get(name)?.length ?? 0
    if (count > 2)
      faults.push(`--${name} is there ${count} times, wanted once for both sides, or for SOURCE and then for TARGET`)
  }
  const [report, out, breaks] = ['report', 'out', 'breaks'].map((name) => values.get(name)?.[0])
  const breakCountMax = breaks === undefined ? breakCountDefault : readCount(breaks)
  if (breakCountMax === undefined) faults.push(`${got(breaks)} as --breaks, wanted a number or all`)
  if (report !== undefined && reportFormatOf(report) === undefined)
    faults.push(`${got(report)} as --report, wanted a name that ends in .xlsx or .csv`)
  if (report !== undefined && out !== undefined && resolve(report) === resolve(out))
    faults.push(`${got(report)} as --report and --out, wanted a file each`)
  if (faults.length > 0 || breakCountMax === undefined || source === undefined || target === undefined)
    return { ok: false, faults }
  return {
    ok: true,
    value: {
      command: 'reconcile',
      source,
      target,
      rules: values.get('rules')?.[0],
      mapping: values.get('mapping')?.[0],
      out,
      report,
      breakCountMax,
      currencies: values.get('currency') ?? [],
      encodings: values.get('encoding') ?? [],
      kinds: values.get('adapter') ?? [],
      levels: values.get('level') ?? [],
      sheets: values.get('sheet') ?? [],
    },
  }
}

/** What a report is written as; undefined for a name that does not say. */
export function reportFormatOf(path: string): 'xlsx' | 'csv' | undefined {
  const [, end] = /\.(xlsx|csv)$/i.exec(path) ?? []
  const format = end?.toLowerCase()
  return format === 'xlsx' || format === 'csv' ? format : undefined
}

function readCount(word: string): number | undefined {
  if (word === 'all') return Number.POSITIVE_INFINITY
  return /^\d{1,9}$/.test(word) ? Number(word) : undefined
}
