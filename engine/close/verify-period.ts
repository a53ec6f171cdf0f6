import { at } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { engineVersion } from '../base/version.ts'
import type { VerifySignature } from '../log/checkpoint.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type PeriodFiles, parseLines } from './period-files.ts'
import { changedFiles, type ProvenPeriod, provePeriod, stateOf } from './period-state.ts'
import { type ReadPeriod, readPeriod } from './read-period.ts'
import { type SettledPeriod, settlePeriod } from './settle-period.ts'
import { formatSigned, isSigned, parseSigned, type SignedLine, type SignoffLine } from './signoff.ts'
import { hasWorkedOn, submissionFaults } from './signoff-faults.ts'

export const periodCheckNames = [
  'signatures',
  'files',
  'decisions',
  'run',
  'items',
  'proof',
  'submission',
  'approval',
] as const

export interface PeriodCheck {
  readonly name: (typeof periodCheckNames)[number]
  readonly holds: boolean
  readonly detail: string
}

export interface PeriodVerification {
  /** In order up to the first that does not hold. */
  readonly checks: readonly PeriodCheck[]
  readonly holds: boolean
  readonly period: ReadPeriod
  readonly proven: ProvenPeriod
  readonly submission: SignoffLine
  readonly approval: SignoffLine
}

export interface BrokenPeriod {
  readonly checks: readonly PeriodCheck[]
  readonly holds: false
}

interface Platform {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
}

/**
 * Checks the files of an approved period: every signature, every file against what was signed, who decided, the run
 * by running it again, and what its lines and decisions come to. A check that does not hold ends it. Refuses files
 * that were not written by this version of the engine. Costs two runs.
 */
export async function verifyPeriod(
  { sha256, verifySignature }: Platform,
  files: PeriodFiles,
): Promise<Parsed<PeriodVerification | BrokenPeriod>> {
  const checks: PeriodCheck[] = []
  const holds = (name: PeriodCheck['name'], fault: string | undefined): boolean => {
    checks.push({ name, holds: fault === undefined, detail: fault ?? details[name] })
    return fault === undefined
  }
  const broken = (): Parsed<BrokenPeriod> => parsed({ checks, holds: false })
  const signed = parseLines(files['signoffs.ndjson'], parseSigned)
  if (!signed.ok) return refused(`signoffs.ndjson: ${signed.detail}`)
  if (!holds('signatures', await signatureFault(verifySignature, signed.value))) return broken()
  const [submission, approval] = signed.value.flatMap((line) => (line.kind === 'tallystick/signoff@1' ? [line] : []))
  if (submission === undefined || approval === undefined) {
    holds('approval', submission === undefined ? 'The period was not submitted.' : 'The period is not approved yet.')
    return broken()
  }
  if (!holds('files', filesFault(sha256, files, submission))) return broken()
  const read = readPeriod(sha256, files)
  if (!read.ok) return read
  if (read.value.manifest.engine !== engineVersion)
    return refused(`Got a period of engine ${read.value.manifest.engine}, wanted ${engineVersion} to run it again`)
  if (!holds('decisions', decisionsFault(sha256, files, read.value))) return broken()
  const settled = settlePeriod(sha256, files)
  if (!settled.ok) return settled
  if (!holds('run', runFault(files, settled.value))) return broken()
  const { period, folded } = settled.value
  const proven = provePeriod(folded, period)
  const state = stateOf(sha256, files, proven)
  const itemsHold = holds('items', state.items === submission.state.items ? undefined : 'Other items stay open.')
  const proofHolds = holds('proof', state.proof === submission.state.proof ? undefined : 'The proof is another one.')
  const [fault] = submissionFaults(period, folded, proven)
  const isSubmitted = holds('submission', fault ?? submissionFault(period, submission))
  const isApproved = holds('approval', approvalFault(sha256, period, { submission, approval }))
  const all = { checks, period, proven, submission, approval }
  return parsed({ ...all, holds: itemsHold && proofHolds && isSubmitted && isApproved })
}

const details: { readonly [name in PeriodCheck['name']]: string } = {
  signatures: 'Each line of signoffs.ndjson is signed by the key that it names.',
  files: 'Each file is the one that was signed.',
  decisions: 'Each decision is in a batch that its own key signed.',
  run: 'The rules and decisions, run again over the records, give the same result.',
  items: 'The items that stay open are those that were signed.',
  proof: 'The proof of balances is the one that was signed.',
  submission: 'Nothing was undecided, lapsed or unexplained without a reason.',
  approval: 'Another key, which decided nothing, approved what was submitted: two keys.',
}

async function signatureFault(
  verifySignature: VerifySignature,
  lines: readonly SignedLine[],
): Promise<string | undefined> {
  for (const [index, line] of lines.entries())
    if (!(await isSigned(verifySignature, line)))
      return `Line ${index + 1} of signoffs.ndjson is not signed by its key.`
  const acts = lines.map((line) => (line.kind === 'tallystick/signoff@1' ? line.act : 'decide'))
  const order = acts.filter((act, index) => act !== 'decide' || acts.slice(0, index).some((each) => each !== 'decide'))
  return ['', 'submit', 'submit,approve'].includes(order.join())
    ? undefined
    : 'The lines of signoffs.ndjson are not decisions, a submission and an approval, in this order.'
}

function filesFault(sha256: Sha256, files: PeriodFiles, { state }: SignoffLine): string | undefined {
  const changed = changedFiles(sha256, files, state)
  return changed.length === 0 ? undefined : `Not as it was signed: ${changed.join(', ')}.`
}

/** Why decisions are not those of the keys that signed them. */
export function decisionsFault(
  sha256: Sha256,
  files: Pick<PeriodFiles, 'decisions.ndjson'>,
  { decisions, signed, notes, manifest }: ReadPeriod,
): string | undefined {
  const lines = linesOf(files['decisions.ndjson'])
  let done = 0
  for (const batch of signed) {
    if (batch.period !== manifest.period.name) return `A line of signoffs.ndjson is of the period ${batch.period}.`
    if (batch.kind !== 'tallystick/decisions@1') continue
    if (batch.count <= done || batch.count > lines.length) return `There is no batch up to decision ${batch.count}.`
    if (rootOfLines(sha256, lines.slice(0, batch.count)) !== batch.root)
      return `The decisions up to number ${batch.count} are not those that were signed.`
    const other = decisions.slice(done, batch.count).find(({ actor }) => actor !== batch.key)
    if (other !== undefined) return `The decision ${other.id} is not signed by the key that it names.`
    done = batch.count
  }
  if (done < lines.length) return `The decision ${at(decisions, done).id} is signed by nobody.`
  const silent = decisions.find(({ note }) => note !== undefined && !notes.has(note))
  return silent === undefined ? undefined : `The note of the decision ${silent.id} is missing.`
}

function runFault(files: PeriodFiles, { files: again }: SettledPeriod): string | undefined {
  const names = ['aside.ndjson', 'instructions.ndjson', 'result.ndjson'] as const
  const other = names.filter((name) => files[name] !== again[name])
  return other.length === 0 ? undefined : `Run again, the period has another ${other.join(', ')}.`
}

function submissionFault({ manifest }: ReadPeriod, { follows }: SignoffLine): string | undefined {
  return follows === manifest.before ? undefined : 'The submission follows another period.'
}

function approvalFault(
  sha256: Sha256,
  period: ReadPeriod,
  { submission, approval }: Pick<PeriodVerification, 'submission' | 'approval'>,
): string | undefined {
  if (approval.follows !== hashOfLine(sha256, formatSigned(submission))) return 'Another submission was approved.'
  if (canonicalize(approval.state) !== canonicalize(submission.state)) return 'Other files were approved.'
  if (approval.key === submission.key) return 'The key that submitted the period approved it.'
  return hasWorkedOn(period, approval.key) ? 'A key that decided or typed balances approved the period.' : undefined
}
