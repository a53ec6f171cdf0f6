import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isCount, isHash, isText, parseShape } from '../base/json-shape.ts'
import { cutOff } from '../base/one-line.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { finish, type Slices } from '../base/slices.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { readPolicy } from '../rules/canonical-policy.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type DecisionLine, parseDecision } from './decision.ts'
import { checkEarlier } from './earlier-lines.ts'
import { type InstructionLine, parseInstruction } from './instruction.ts'
import { isSide } from './item-name.ts'
import { readKeptLines } from './kept-lines.ts'
import { type OpeningHeader, type OpeningItem, parseOpeningHeader, parseOpeningItem } from './opening.ts'
import { type PeriodBalances, parseBalances } from './period-balances.ts'
import { createLinePace, type PeriodFiles, parseInSlices, parseLines, type ShortFiles } from './period-files.ts'
import { type PeriodManifest, parsePeriodManifest } from './period-manifest.ts'
import { readResult, storedResult } from './period-result.ts'
import type { AsideLine } from './period-side.ts'
import type { PeriodTerms } from './period-terms.ts'
import { inReading, overFiles, type Reading } from './reading.ts'
import { type HeldLines, type RecordLines, readRecordLines } from './record-lines.ts'
import { parseSigned, type SignedLine } from './signoff.ts'

/** The files of a period, read. */
export interface ReadPeriod extends RecordLines {
  readonly manifest: PeriodManifest
  readonly policy: CompiledPolicy
  readonly terms: PeriodTerms
  readonly opening: { readonly header: OpeningHeader; readonly items: readonly OpeningItem[] }
  /** The lines of what the periods before counted, with which new lines are compared. */
  readonly earlier: readonly string[]
  readonly aside: readonly AsideLine[]
  readonly instructions: readonly InstructionLine[]
  readonly decisions: readonly DecisionLine[]
  /** The texts of notes by their hash. */
  readonly notes: ReadonlyMap<string, string>
  readonly balances: PeriodBalances
  readonly signed: readonly SignedLine[]
}

/** What the files say, without the rules and without those that have a line for each record. */
export type PeriodContents = Omit<ReadPeriod, 'policy' | 'terms' | keyof RecordLines>

/** Reads all files. A refusal begins with the name of the file. O(bytes). */
export const readPeriod = (sha256: Sha256, files: PeriodFiles): Parsed<ReadPeriod> =>
  finish(overFiles(readingOf(sha256, files, 'all'), files))

/** As `readPeriod`, without holding the files that have a line for each record. */
export const readingOf = (sha256: Sha256, files: ShortFiles, held: HeldLines): Reading<Parsed<ReadPeriod>> =>
  readingWith(sha256, files, (contents) => readRecordLines(sha256, contents, { result: storedResult, held }))

/** As `readPeriod`, from the lines that a run has kept: see `formatKept`. Reads no file. */
export const readingOfKept = (sha256: Sha256, files: ShortFiles, kept: string): Reading<Parsed<ReadPeriod>> =>
  readingWith(sha256, files, (contents) => readKeptLines(sha256, contents, kept))

function* readingWith(
  sha256: Sha256,
  files: ShortFiles,
  readLines: (contents: PeriodContents) => Reading<Parsed<RecordLines>>,
): Reading<Parsed<ReadPeriod>> {
  const contents = yield* inReading(contentsInSlices(sha256, files))
  if (!contents.ok) return contents
  const policy = parsePolicy(files['rules.json'])
  if (!policy.ok) return refused(`rules.json: ${policy.detail}`)
  const lines = yield* readLines(contents.value)
  if (!lines.ok) return lines
  const terms = termsOf(contents.value.manifest, policy.value)
  return parsed({ ...contents.value, policy: policy.value, terms, ...lines.value })
}

/** Reads all files but the rules and the records. A refusal begins with the name of the file. O(bytes). */
export function readContents(sha256: Sha256, files: PeriodFiles): Parsed<PeriodContents> {
  const contents = finish(contentsInSlices(sha256, files))
  const result = finish(
    overFiles(
      readResult(storedResult, () => undefined),
      files,
    ),
  )
  return contents.ok && !result.ok ? refused(`result.ndjson: ${result.detail}`) : contents
}

function* contentsInSlices(sha256: Sha256, files: ShortFiles): Slices<Parsed<PeriodContents>> {
  const { take, takeLines, firstFault } = createReader(files)
  const manifest = take('manifest.json', parsePeriodManifest(files['manifest.json']))
  const opening = take('opening.ndjson', parseOpening(files['opening.ndjson']))
  const earlier = yield* takeLines('earlier.ndjson', checkEarlier)
  const aside = yield* takeLines('aside.ndjson', parseAside)
  const instructions = yield* takeLines('instructions.ndjson', parseInstruction)
  const decisions = yield* takeLines('decisions.ndjson', parseDecision)
  const notes = yield* takeLines('notes.ndjson', (line) => parseNote(sha256, line))
  const balances = take('balances.json', parseBalances(files['balances.json']))
  const signed = yield* takeLines('signoffs.ndjson', parseSigned)
  if (!manifest || !opening || !earlier || !aside || !instructions) return refused(firstFault())
  if (!decisions || !notes || !balances || !signed) return refused(firstFault())
  const read = { manifest, opening, earlier, aside, instructions, decisions, balances, signed }
  return parsed({ ...read, notes: new Map(notes) })
}

/** Accepted differences stand on the side of the statement; one side is turned where the signs of the policy differ. */
export const termsOf = (
  { period, statement, approvalAbove }: PeriodManifest,
  { referenceData: { signs } }: CompiledPolicy,
): PeriodTerms => ({ period, statement, approvalAbove, isTurned: signs.source !== signs.target })

function createReader(files: ShortFiles) {
  const faults: string[] = []
  const pace = createLinePace()
  const take = <Value>(name: keyof ShortFiles, read: Parsed<Value>): Value | undefined => {
    if (!read.ok) faults.push(`${name}: ${read.detail}`)
    return read.ok ? read.value : undefined
  }
  return {
    take,
    *takeLines<Value>(
      name: keyof ShortFiles,
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
