import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isCount, isHash, isText, parseShape } from '../base/json-shape.ts'
import { cutOff } from '../base/one-line.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { finish, type Slices } from '../base/slices.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { BySide, Side } from '../record/side.ts'
import { readPolicy } from '../rules/canonical-policy.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type DecisionLine, parseDecision } from './decision.ts'
import { checkEarlier } from './earlier-lines.ts'
import { type InstructionLine, parseInstruction } from './instruction.ts'
import { isSide } from './item-name.ts'
import { type OpeningHeader, type OpeningItem, parseOpeningHeader, parseOpeningItem } from './opening.ts'
import { type PeriodBalances, parseBalances } from './period-balances.ts'
import { createLinePace, type PeriodFileName, type PeriodFiles, parseInSlices, parseLines } from './period-files.ts'
import { type PeriodManifest, parsePeriodManifest } from './period-manifest.ts'
import { type ResultLines, readResult } from './period-result.ts'
import { type AsideLine, type PlacedRecord, placeRecords, readPeriodSide } from './period-side.ts'
import type { PeriodTerms } from './period-terms.ts'
import { parseSigned, type SignedLine } from './signoff.ts'

/** The files of a period, read. */
export interface ReadPeriod {
  readonly manifest: PeriodManifest
  readonly policy: CompiledPolicy
  readonly terms: PeriodTerms
  readonly opening: { readonly header: OpeningHeader; readonly items: readonly OpeningItem[] }
  readonly records: BySide<readonly PlacedRecord[]>
  /** The lines of what the periods before counted, with which new lines are compared. */
  readonly earlier: readonly string[]
  readonly aside: readonly AsideLine[]
  readonly instructions: readonly InstructionLine[]
  /** Empty before the first run. */
  readonly result: ResultLines
  readonly decisions: readonly DecisionLine[]
  /** The texts of notes by their hash. */
  readonly notes: ReadonlyMap<string, string>
  readonly balances: PeriodBalances
  readonly signed: readonly SignedLine[]
}

/** What the files say, without the rules and without the parts that the records are of. */
export type PeriodContents = Omit<ReadPeriod, 'policy' | 'terms' | 'records'>

/** Reads all files. A refusal begins with the name of the file. O(bytes). */
export const readPeriod = (sha256: Sha256, files: PeriodFiles): Parsed<ReadPeriod> =>
  finish(readInSlices(sha256, files))

/** As `readPeriod`, in slices. */
export function* readInSlices(sha256: Sha256, files: PeriodFiles): Slices<Parsed<ReadPeriod>> {
  const contents = yield* contentsInSlices(sha256, files)
  if (!contents.ok) return contents
  const { manifest, opening, aside } = contents.value
  const reader = createReader(files)
  const policy = reader.take('rules.json', parsePolicy(files['rules.json']))
  const takeSide = function* (side: Side) {
    const text = files[`${side}.ndjson`]
    const file = { side, text, parts: manifest.parts[side], opening: opening.items, pace: reader.pace }
    const records = reader.take(`${side}.ndjson`, yield* readPeriodSide(sha256, file))
    return records && placeRecords(records, side, aside)
  }
  const [source, target] = [yield* takeSide('source'), yield* takeSide('target')]
  if (!policy || !source || !target) return refused(reader.firstFault())
  return parsed({ ...contents.value, policy, terms: termsOf(manifest, policy), records: { source, target } })
}

/** Reads all files but the rules and the records. A refusal begins with the name of the file. O(bytes). */
export const readContents = (sha256: Sha256, files: PeriodFiles): Parsed<PeriodContents> =>
  finish(contentsInSlices(sha256, files))

function* contentsInSlices(sha256: Sha256, files: PeriodFiles): Slices<Parsed<PeriodContents>> {
  const { take, takeLines, firstFault, pace } = createReader(files)
  const manifest = take('manifest.json', parsePeriodManifest(files['manifest.json']))
  const opening = take('opening.ndjson', parseOpening(files['opening.ndjson']))
  const earlier = yield* takeLines('earlier.ndjson', checkEarlier)
  const aside = yield* takeLines('aside.ndjson', parseAside)
  const instructions = yield* takeLines('instructions.ndjson', parseInstruction)
  const result = take('result.ndjson', yield* readResult(files['result.ndjson'], pace))
  const decisions = yield* takeLines('decisions.ndjson', parseDecision)
  const notes = yield* takeLines('notes.ndjson', (line) => parseNote(sha256, line))
  const balances = take('balances.json', parseBalances(files['balances.json']))
  const signed = yield* takeLines('signoffs.ndjson', parseSigned)
  if (!manifest || !opening || !earlier || !aside || !instructions || !result) return refused(firstFault())
  if (!decisions || !notes || !balances || !signed) return refused(firstFault())
  const read = { manifest, opening, earlier, aside, instructions, result, decisions, balances, signed }
  return parsed({ ...read, notes: new Map(notes) })
}

/** Accepted differences stand on the side of the statement; one side is turned where the signs of the policy differ. */
export const termsOf = (
  { period, statement, approvalAbove }: PeriodManifest,
  { referenceData: { signs } }: CompiledPolicy,
): PeriodTerms => ({ period, statement, approvalAbove, isTurned: signs.source !== signs.target })

function createReader(files: PeriodFiles) {
  const faults: string[] = []
  const pace = createLinePace()
  const take = <Value>(name: PeriodFileName, read: Parsed<Value>): Value | undefined => {
    if (!read.ok) faults.push(`${name}: ${read.detail}`)
    return read.ok ? read.value : undefined
  }
  return {
    pace,
    take,
    *takeLines<Value>(
      name: PeriodFileName,
      parse: (line: string) => Parsed<Value>,
    ): Slices<readonly Value[] | undefined> {
      return take(name, yield* parseInSlices(files[name], parse, pace))
    },
    firstFault(): string {
      const [fault] = faults
      if (fault === undefined) throw new Error('A file without a fault was not read')
      return fault
    },
  }
}

function parsePolicy(text: string): Parsed<CompiledPolicy> {
  try {
    const compiled = compileRules(readPolicy(text))
    return compiled.ok ? parsed(compiled.policy) : refused(compiled.faults.map(({ detail }) => detail).join('; '))
  } catch (error) {
    return refused(`Got no rules: ${error}`)
  }
}

export function parseOpening(text: string): Parsed<ReadPeriod['opening']> {
  const end = text.indexOf('\n') + 1
  if (end === 0) return refused(cutOff)
  const header = parseOpeningHeader(text.slice(0, end - 1))
  if (!header.ok) return header
  const items = parseLines(text.slice(end), parseOpeningItem)
  return items.ok ? parsed({ header: header.value, items: items.value }) : items
}

export const parseAside = (line: string): Parsed<AsideLine> =>
  parseShape<AsideLine>(line, 'a record that the run leaves out', {
    side: isSide,
    row: isCount,
    place: (value) => value === 'later' || value === 'repeated' || value === 'withdrawn',
  })

export const formatNote = (sha256: Sha256, text: string): string =>
  canonicalize({ note: hashOfLine(sha256, text), text })

function parseNote(sha256: Sha256, line: string): Parsed<readonly [hash: string, text: string]> {
  const read = parseShape<{ note: string; text: string }>(line, 'a note', { note: isHash, text: isText })
  if (!read.ok) return read
  const { note, text } = read.value
  return hashOfLine(sha256, text) === note ? parsed([note, text]) : refused('Got a note of another hash')
}
