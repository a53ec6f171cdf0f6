import { resolve } from 'node:path'
import { standardStream } from '../file-parts.ts'
import {
  type AnswerArguments,
  type ArgumentsResult,
  answerArguments,
  answerOptions,
  got,
  type OptionKind,
  readOptions,
} from '../options.ts'
import { fileOption, readSideArguments, type SideArguments, sideOptions } from './side-arguments.ts'

export interface ReconcileArguments extends SideArguments, AnswerArguments {
  readonly command: 'reconcile'
  readonly rules: string | undefined
  readonly out: string | undefined
  readonly report: string | undefined
  readonly breakCountMax: number
}

/**
 * The value of `--rules` that asks for the rules that the files suggest. A file of this name is given as `./propose`.
 */
export const proposedRules = 'propose'

const kinds = new Map<string, OptionKind>([
  ['rules', { value: 'wanted', what: `a file, or ${proposedRules}` }],
  ['mapping', fileOption],
  ['out', fileOption],
  ['report', fileOption],
  ['breaks', { value: 'wanted', what: 'a number or all' }],
  ...answerOptions,
  ...sideOptions,
])

/** How many breaks are listed unless the caller says otherwise: more than a person reads at once. */
const breakCountDefault = 50

export function readReconcileArguments(words: readonly string[]): ArgumentsResult<ReconcileArguments> {
  const options = readOptions(words, kinds)
  const { sides, faults: sideFaults } = readSideArguments(options)
  const faults = [...options.faults, ...sideFaults]
  const [rules, report, out, breaks] = ['rules', 'report', 'out', 'breaks'].map((name) => options.values.get(name)?.[0])
  const breakCountMax = breaks === undefined ? breakCountDefault : readCount(breaks)
  if (breakCountMax === undefined) faults.push(`${got(breaks)} as --breaks, wanted a number or all`)
  if (report !== undefined && reportFormatOf(report) === undefined)
    faults.push(`${got(report)} as --report, wanted a name that ends in .xlsx or .csv`)
  if (report !== undefined && out !== undefined && resolve(report) === resolve(out))
    faults.push(`${got(report)} as --report and --out, wanted a file each`)
  if (out === standardStream && options.values.has('json'))
    faults.push('--json and --out - are both there, wanted one of them on standard output')
  if (faults.length > 0 || breakCountMax === undefined || sides === undefined) return { ok: false, faults }
  return {
    ok: true,
    value: { command: 'reconcile', ...sides, rules, out, report, breakCountMax, ...answerArguments(options) },
  }
}

/** The format that the ending of a name stands for; undefined for other endings. */
export function reportFormatOf(path: string): 'xlsx' | 'csv' | undefined {
  const [, end] = /\.(xlsx|csv)$/i.exec(path) ?? []
  const format = end?.toLowerCase()
  return format === 'xlsx' || format === 'csv' ? format : undefined
}

function readCount(word: string): number | undefined {
  if (word === 'all') return Number.POSITIVE_INFINITY
  return /^\d{1,9}$/.test(word) ? Number(word) : undefined
}
