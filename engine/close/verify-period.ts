import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { engineVersion } from '../base/version.ts'
import type { VerifySignature } from '../log/checkpoint.ts'
import {
  approvalFault,
  beforeFault,
  decisionsFault,
  partsFault,
  resultFault,
  type SignedPeriod,
} from './period-faults.ts'
import { type PeriodFiles, parseLines } from './period-files.ts'
import { changedFiles, type ProvenPeriod, provePeriod, stateOf } from './period-state.ts'
import { type ReadPeriod, readContents } from './read-period.ts'
import { type SettledPeriod, settlePeriod } from './settle-period.ts'
import { editionOf, isSigned, parseSigned, type SignedLine, type SignoffLine } from './signoff.ts'
import { submissionFaults } from './signoff-faults.ts'

const signedCheckNames = ['parts', 'result', 'decisions', 'before', 'approval'] as const
/** The checks that need the engine. */
const replayCheckNames = ['replay', 'items', 'proof', 'submission'] as const

const periodCheckNames = ['signatures', 'files', ...signedCheckNames, ...replayCheckNames] as const
type PeriodCheckName = (typeof periodCheckNames)[number]

export interface PeriodCheck {
  readonly name: PeriodCheckName
  readonly verdict: 'holds' | 'does not hold' | 'not judged' | 'not covered'
  readonly detail: string
}

export interface PeriodReport {
  /** In their order, up to the first that does not hold. */
  readonly checks: readonly PeriodCheck[]
  /** Undefined where the period was not approved, or a signature does not hold. */
  readonly signoffs: Pick<SignedPeriod, 'submission' | 'approval'> | undefined
  /** Undefined unless every check was made and holds. */
  readonly closed: ClosedPeriod | undefined
}

/** A period that was run again and came to what was signed. */
export interface ClosedPeriod {
  readonly period: ReadPeriod
  readonly proven: ProvenPeriod
  readonly approval: SignoffLine
}

interface Platform {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
}

interface PeriodRequest {
  /** Whether to run the engine again. Files of another engine are not covered then, or not judged where it is `wanted`. */
  readonly replay?: 'wanted' | 'where possible' | 'left out'
  /** Runs the period again. Left out, the engine runs without pauses, and throws where a result names no record. */
  readonly settle?: (files: PeriodFiles) => Promise<Parsed<SettledPeriod>>
  /** Called with each check as soon as it is made. */
  readonly onCheck?: (check: PeriodCheck) => void
}

/**
 * Checks the files of an approved period: every signature, every file against what was signed, its parts and result,
 * who decided and who approved, and what the rules and decisions come to by running them again. A check that does not
 * hold ends it. Refuses files that are no files of a period. Costs two runs.
 */
export async function verifyPeriod(
  { sha256, verifySignature }: Platform,
  files: PeriodFiles,
  { replay = 'where possible', settle = async (all) => settlePeriod(sha256, all), onCheck }: PeriodRequest = {},
): Promise<Parsed<PeriodReport>> {
  const { checks, say, judge } = createChecks(onCheck)
  const signed = parseLines(files['signoffs.ndjson'], parseSigned)
  if (!signed.ok) return refused(`signoffs.ndjson: ${signed.detail}`)
  const unsigned = await signatureFault(verifySignature, signed.value)
  if (!judge('signatures', unsigned)) return parsed({ checks, signoffs: undefined, closed: undefined })
  const { submission, approval, earlier } = editionOf(signed.value)
  if (submission === undefined || approval === undefined) {
    judge('approval', submission === undefined ? 'The period was not submitted.' : 'The period is not approved yet.')
    return parsed({ checks, signoffs: undefined, closed: undefined })
  }
  const ended = { checks, signoffs: { submission, approval }, closed: undefined }
  if (!judge('files', filesFault(sha256, files, submission))) return parsed(ended)
  const contents = readContents(sha256, files)
  if (!contents.ok) return contents
  const given = { files, contents: contents.value, earlier, submission, approval }
  for (const name of signedCheckNames) if (!judge(name, signedFaults[name](sha256, given))) return parsed(ended)
  const absent = absentReplay(contents.value.manifest.engine, replay)
  if (absent !== undefined) {
    for (const name of replayCheckNames) say({ name, ...absent })
    return parsed(ended)
  }
  const settled = await settle(files)
  if (!judge('replay', settled.ok ? replayFault(files, settled.value) : settled.detail) || !settled.ok)
    return parsed(ended)
  const { period, folded } = settled.value
  const proven = provePeriod(folded, period)
  const state = stateOf(sha256, files, proven)
  const [fault] = submissionFaults(period, folded, proven)
  const all = [
    judge('items', state.items === submission.state.items ? undefined : 'Other items stay open.'),
    judge('proof', state.proof === submission.state.proof ? undefined : 'The proof is another one.'),
    judge('submission', fault?.detail),
  ]
  return parsed(all.every(Boolean) ? { ...ended, closed: { period, proven, approval } } : ended)
}

const signedFaults: {
  readonly [name in (typeof signedCheckNames)[number]]: (sha256: Sha256, period: SignedPeriod) => string | undefined
} = {
  parts: partsFault,
  result: resultFault,
  decisions: decisionsFault,
  before: beforeFault,
  approval: approvalFault,
}

function createChecks(onCheck: PeriodRequest['onCheck']) {
  const checks: PeriodCheck[] = []
  const say = (check: PeriodCheck): void => {
    checks.push(check)
    onCheck?.(check)
  }
  const judge = (name: PeriodCheckName, fault: string | undefined): boolean => {
    say({ name, verdict: fault === undefined ? 'holds' : 'does not hold', detail: fault ?? details[name] })
    return fault === undefined
  }
  return { checks, say, judge }
}

const details: { readonly [name in PeriodCheckName]: string } = {
  signatures: 'Each line of signoffs.ndjson is signed by the key that it names.',
  files: 'Each file is the one that was signed.',
  parts: 'The records are those of the opening and of the files that the manifest names.',
  result: 'The result names these rules, records, parts and instructions.',
  decisions: 'Each decision is in a batch that its own key signed, and no note is missing.',
  before: 'The period continues the one that it names, and the next begins on the day after.',
  approval: 'Another key, which decided nothing, approved what was submitted: two keys.',
  replay: 'The rules and decisions, run again over the records, give the same result.',
  items: 'The items that stay open are those that were signed.',
  proof: 'The proof of balances is the one that was signed.',
  submission: 'Nothing was undecided, lapsed or unexplained without a reason.',
}

async function signatureFault(
  verifySignature: VerifySignature,
  lines: readonly SignedLine[],
): Promise<string | undefined> {
  for (const [index, line] of lines.entries())
    if (!(await isSigned(verifySignature, line)))
      return `Line ${index + 1} of signoffs.ndjson is not signed by its key.`
  const acts = lines.map((line) =>
    'act' in line ? line.act : line.kind === 'tallystick/decisions@1' ? 'decide' : 'reopen',
  )
  return actsInOrder.test(acts.map((act) => `${act} `).join(''))
    ? undefined
    : 'The lines of signoffs.ndjson are not decisions, a submission and an approval of each edition, in this order.'
}

/** Editions of decisions, a submission and an approval, each but the first begun by a reopening. */
const actsInOrder = /^(decide )*(submit approve reopen (decide )*)*(submit (approve )?)?$/

function filesFault(sha256: Sha256, files: PeriodFiles, { state }: SignoffLine): string | undefined {
  const changed = changedFiles(sha256, files, state)
  return changed.length === 0 ? undefined : `Not as it was signed: ${changed.join(', ')}.`
}

/** Why the engine does not run; undefined where it does. */
function absentReplay(
  engine: string,
  replay: PeriodRequest['replay'],
): Pick<PeriodCheck, 'verdict' | 'detail'> | undefined {
  if (replay === 'left out') return { verdict: 'not covered', detail: 'It needs the engine, which was not run again.' }
  if (engine === engineVersion) return undefined
  const detail = `The period is of engine ${engine} and this program has ${engineVersion}: only a program of that version can run it again.`
  return { verdict: replay === 'wanted' ? 'not judged' : 'not covered', detail }
}

function replayFault(files: PeriodFiles, { files: again }: SettledPeriod): string | undefined {
  const names = ['aside.ndjson', 'instructions.ndjson', 'result.ndjson'] as const
  const other = names.filter((name) => files[name] !== again[name])
  return other.length === 0 ? undefined : `Run again, the period has another ${other.join(', ')}.`
}
