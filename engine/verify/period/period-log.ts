import { textOf } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import { hasOnlyMembers, isListOf } from '../../base/json-shape.ts'
import { linesOf } from '../../base/line-splitter.ts'
import { cutOff, parseOneLine } from '../../base/one-line.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import { isDeletion, parseLogEntry } from '../../log/log-entry.ts'
import type { DecisionsEntry, SignoffEntry } from '../../log/period-entries.ts'
import type { Receipt } from '../../log/receipt.ts'
import { type InclusionProof, inclusionProofTests } from '../../merkle/proofs.ts'
import { formatKeyPeriods, formatKeys, parseKeyPeriods, parseKeys } from '../pack/pack-files.ts'
import { periodReadme } from './period-readme.ts'

/** The files of a period's pack that are of the log: in place of `signoffs.ndjson`, in this order. */
export const periodLogFileNames = [
  'entries.ndjson',
  'proofs.json',
  'checkpoint.txt',
  'key-periods.txt',
  'keys.txt',
  'README.txt',
] as const
type PeriodLogFileName = (typeof periodLogFileNames)[number]

/** What the log of a service says about a period. */
export interface PeriodLog {
  /** In the order of the log: the receipt of the run, each batch of decisions and each step of the period. */
  readonly entries: readonly PlacedEntry[]
  /** Of each entry, in the tree of the checkpoint. */
  readonly proofs: readonly InclusionProof[]
  /** The signed note, of which the last entry is the last leaf. */
  readonly checkpoint: string
  /** The notes on key periods, oldest first. */
  readonly periods: readonly string[]
  readonly keys: readonly string[]
}

export interface PlacedEntry {
  readonly line: string
  readonly entry: Receipt | DecisionsEntry | SignoffEntry
}

interface PeriodLogTexts extends Omit<PeriodLog, 'entries'> {
  readonly lines: readonly string[]
}

export const formatPeriodLog = ({
  lines,
  proofs,
  checkpoint,
  periods,
  keys,
}: PeriodLogTexts): { readonly [name in PeriodLogFileName]: string } => ({
  'entries.ndjson': lines.map((line) => `${line}\n`).join(''),
  'proofs.json': formatInclusions(proofs),
  'checkpoint.txt': checkpoint,
  'key-periods.txt': formatKeyPeriods(periods),
  'keys.txt': formatKeys(keys),
  'README.txt': periodReadme,
})

/** `{"inclusion":[{"hashes":[…],"index":4,"size":9},…]}` and a newline. */
const formatInclusions = (proofs: readonly InclusionProof[]): string =>
  `${canonicalize({ inclusion: proofs.map(({ index, size, hashes }) => ({ index, size, hashes })) })}\n`

/** Reads the files, or returns all faults that make them unreadable. */
export function readPeriodLog(
  files: ReadonlyMap<string, Uint8Array>,
): { readonly ok: true; readonly value: PeriodLog } | { readonly ok: false; readonly faults: readonly string[] } {
  const faults: string[] = []
  const read = <Value>(name: PeriodLogFileName, parse: (text: string) => Parsed<Value>): Value | undefined => {
    const bytes = files.get(name)
    const text = bytes && textOf(bytes)
    const result =
      text === undefined ? refused(bytes ? 'Got bytes that are not UTF-8' : 'Got no such file') : parse(text)
    if (!result.ok) faults.push(`${name}: ${result.detail}`)
    return result.ok ? result.value : undefined
  }
  const entries = read('entries.ndjson', parseEntries)
  const proofs = read('proofs.json', (text) =>
    parseOneLine<{ readonly inclusion: readonly InclusionProof[] }>(text, 'proofs of entries', {
      inclusion: isListOf(hasOnlyMembers(inclusionProofTests)),
    }),
  )
  const checkpoint = read('checkpoint.txt', parsed)
  const periods = read('key-periods.txt', parseKeyPeriods)
  const keys = read('keys.txt', parseKeys)
  read('README.txt', (text) =>
    text === periodReadme ? parsed(text) : refused('Got another text than the service writes into a pack'),
  )
  if (!entries || !proofs || checkpoint === undefined || !periods || !keys || faults.length > 0)
    return { ok: false, faults }
  return { ok: true, value: { entries, proofs: proofs.inclusion, checkpoint, periods, keys } }
}

function parseEntries(text: string): Parsed<readonly PlacedEntry[]> {
  if (text !== '' && !text.endsWith('\n')) return refused(cutOff)
  const entries: PlacedEntry[] = []
  for (const [index, line] of linesOf(text).entries()) {
    const read = parseLogEntry(line)
    if (!read.ok) return refused(`line ${index + 1}: ${read.detail}`)
    if (isDeletion(read.value)) return refused(`line ${index + 1}: Got a deletion, wanted an entry about a period`)
    entries.push({ line, entry: read.value })
  }
  return parsed(entries)
}

export type Step = PlacedEntry & { readonly entry: SignoffEntry }

export const isStep = (placed: PlacedEntry): placed is Step => placed.entry.kind === 'tallystick/signoff@1'
