import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isCount, isHash, isObject, isText, parseLine, parseShape } from '../base/json-shape.ts'
import { cutOff } from '../base/one-line.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { BySide, Side } from '../record/side.ts'
import type { ResultLine } from '../result/line.ts'
import { readPolicy } from '../rules/canonical-policy.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type DecisionLine, parseDecision } from './decision.ts'
import { type InstructionLine, parseInstruction } from './instruction.ts'
import { isSide } from './item-name.ts'
import { isRecord, type OpeningHeader, type OpeningItem, parseOpeningHeader, parseOpeningItem } from './opening.ts'
import { type PeriodBalances, parseBalances } from './period-balances.ts'
import { type PeriodFileName, type PeriodFiles, parseLines } from './period-files.ts'
import { type PeriodManifest, parsePeriodManifest } from './period-manifest.ts'
import { type AsideLine, type PlacedRecord, readPeriodSide } from './period-side.ts'
import type { PeriodTerms } from './period-terms.ts'
import { parseSigned, type SignedLine } from './signoff.ts'

/** The files of a period, read. */
export interface ReadPeriod {
  readonly manifest: PeriodManifest
  readonly policy: CompiledPolicy
  readonly terms: PeriodTerms
  readonly opening: { readonly header: OpeningHeader; readonly items: readonly OpeningItem[] }
  readonly records: BySide<readonly PlacedRecord[]>
  /** What the periods before counted, with which new lines are compared. */
  readonly earlier: readonly EarlierLine[]
  readonly aside: readonly AsideLine[]
  readonly instructions: readonly InstructionLine[]
  /** Empty before the first run. */
  readonly result: readonly ResultLine[]
  readonly decisions: readonly DecisionLine[]
  /** The texts of notes by their hash. */
  readonly notes: ReadonlyMap<string, string>
  readonly balances: PeriodBalances
  readonly signed: readonly SignedLine[]
}

export type EarlierLine = { readonly side: Side; readonly record: CanonicalRecord }

/** What the files say, without the rules and without the parts that the records are of. */
export type PeriodContents = Omit<ReadPeriod, 'policy' | 'terms' | 'records'>

/** Reads all files. A refusal begins with the name of the file. O(bytes). */
export function readPeriod(sha256: Sha256, files: PeriodFiles): Parsed<ReadPeriod> {
  const contents = readContents(sha256, files)
  if (!contents.ok) return contents
  const { manifest, opening, aside } = contents.value
  const reader: Reader = { files, faults: [] }
  const policy = take(reader, 'rules.json', parsePolicy)
  const sideOf = (side: Side): readonly PlacedRecord[] | undefined =>
    take(reader, `${side}.ndjson`, (text) =>
      readPeriodSide(sha256, { side, text, parts: manifest.parts[side], opening: opening.items, aside }),
    )
  const [source, target] = [sideOf('source'), sideOf('target')]
  if (!policy || !source || !target) return refused(firstFault(reader))
  return parsed({ ...contents.value, policy, terms: termsOf(manifest, policy), records: { source, target } })
}

/** Reads all files but the rules and the records. A refusal begins with the name of the file. O(bytes). */
export function readContents(sha256: Sha256, files: PeriodFiles): Parsed<PeriodContents> {
  const reader: Reader = { files, faults: [] }
  const manifest = take(reader, 'manifest.json', parsePeriodManifest)
  const opening = take(reader, 'opening.ndjson', parseOpening)
  const earlier = take(reader, 'earlier.ndjson', (text) => parseLines(text, parseEarlier))
  const aside = take(reader, 'aside.ndjson', (text) => parseLines(text, parseAside))
  const instructions = take(reader, 'instructions.ndjson', (text) => parseLines(text, parseInstruction))
  const result = take(reader, 'result.ndjson', (text) => parseLines(text, parseResultLine))
  const decisions = take(reader, 'decisions.ndjson', (text) => parseLines(text, parseDecision))
  const notes = take(reader, 'notes.ndjson', (text) => parseLines(text, (line) => parseNote(sha256, line)))
  const balances = take(reader, 'balances.json', parseBalances)
  const signed = take(reader, 'signoffs.ndjson', (text) => parseLines(text, parseSigned))
  if (!manifest || !opening || !earlier || !aside || !instructions || !result) return refused(firstFault(reader))
  if (!decisions || !notes || !balances || !signed) return refused(firstFault(reader))
  const read = { manifest, opening, earlier, aside, instructions, result, decisions, balances, signed }
  return parsed({ ...read, notes: new Map(notes) })
}

/** Accepted differences stand on the side of the statement; one side is turned where the signs of the policy differ. */
export const termsOf = (
  { period, statement, approvalAbove }: PeriodManifest,
  { referenceData: { signs } }: CompiledPolicy,
): PeriodTerms => ({ period, statement, approvalAbove, isTurned: signs.source !== signs.target })

interface Reader {
  readonly files: PeriodFiles
  readonly faults: string[]
}

function take<Value>(
  { files, faults }: Reader,
  name: PeriodFileName,
  parse: (text: string) => Parsed<Value>,
): Value | undefined {
  const read = parse(files[name])
  if (read.ok) return read.value
  faults.push(`${name}: ${read.detail}`)
  return undefined
}

function firstFault({ faults: [fault] }: Reader): string {
  if (fault === undefined) throw new Error('A file without a fault was not read')
  return fault
}

function parsePolicy(text: string): Parsed<CompiledPolicy> {
  try {
    const compiled = compileRules(readPolicy(text))
    return compiled.ok ? parsed(compiled.policy) : refused(compiled.faults.map(({ detail }) => detail).join('; '))
  } catch (error) {
    return refused(`Got no rules: ${error}`)
  }
}

function parseOpening(text: string): Parsed<ReadPeriod['opening']> {
  const end = text.indexOf('\n') + 1
  if (end === 0) return refused(cutOff)
  const header = parseOpeningHeader(text.slice(0, end - 1))
  if (!header.ok) return header
  const items = parseLines(text.slice(end), parseOpeningItem)
  return items.ok ? parsed({ header: header.value, items: items.value }) : items
}

const parseEarlier = (line: string): Parsed<EarlierLine> =>
  parseShape<EarlierLine>(line, 'a record of an earlier period', { side: isSide, record: isRecord })

const parseAside = (line: string): Parsed<AsideLine> =>
  parseShape<AsideLine>(line, 'a record that the run leaves out', {
    side: isSide,
    row: isCount,
    place: (value) => value === 'later' || value === 'repeated' || value === 'withdrawn',
  })

function parseResultLine(line: string): Parsed<ResultLine> {
  if (!isObject(parseLine(line))) return refused('Got other than a canonical JSON object')
  const value: ResultLine = JSON.parse(line)
  return parsed(value)
}

export const formatNote = (sha256: Sha256, text: string): string =>
  canonicalize({ note: hashOfLine(sha256, text), text })

function parseNote(sha256: Sha256, line: string): Parsed<readonly [hash: string, text: string]> {
  const read = parseShape<{ note: string; text: string }>(line, 'a note', { note: isHash, text: isText })
  if (!read.ok) return read
  const { note, text } = read.value
  return hashOfLine(sha256, text) === note ? parsed([note, text]) : refused('Got a note of another hash')
}
