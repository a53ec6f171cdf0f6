import { at } from '../../base/at.ts'
import { canonicalize } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { linesOf } from '../../base/line-splitter.ts'
import { headerOf, type PeriodToCheck } from '../../close/period-faults.ts'
import type { PeriodFiles } from '../../close/period-files.ts'
import type { ApprovedPeriod } from '../../close/period-signing.ts'
import { rootOfState, stateOfFiles } from '../../close/period-state.ts'
import { isChanging } from '../../close/signoff-faults.ts'
import { isReceipt } from '../../log/log-entry.ts'
import type { SignoffEntry } from '../../log/period-entries.ts'
import { noReceipt } from '../../log/receipt.ts'
import { rootOfLines } from '../../merkle/frontier.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import type { PlacedEntry, Step } from './period-log.ts'

/** What a log has about an approved period. */
interface LoggedPeriod {
  readonly entries: readonly PlacedEntry[]
  readonly steps: readonly Step[]
  readonly submission: Step
  readonly approval: Step
}

export const approvedInLog = (sha256: Sha256, log: LoggedPeriod): ApprovedPeriod => ({
  ...{ items: log.submission.entry.items, proof: log.submission.entry.proof },
  leafHash: hashOfLine(sha256, log.approval.line),
  filesFault: (files) => filesFault(sha256, files, log.submission.entry),
  receiptFault: (period) => receiptFault(sha256, period, log),
  decisionsFault: (period) => decisionsFault(sha256, period, log),
  chainFault: (period) => chainFault(sha256, period, log),
  approvalFault: (period) => approvalFault(sha256, period, log),
})

/** The files that a sign-off names by themselves. */
const namedFiles = [
  ['balances', 'balances.json'],
  ['decisions', 'decisions.ndjson'],
  ['instructions', 'instructions.ndjson'],
  ['opening', 'opening.ndjson'],
] as const

function filesFault(sha256: Sha256, files: PeriodFiles, submission: SignoffEntry): string | undefined {
  const state = stateOfFiles(sha256, files, submission)
  const changed = namedFiles.filter(([member, name]) => state[name] !== submission[member]).map(([, name]) => name)
  if (changed.length > 0) return `Not as it was signed: ${changed.join(', ')}.`
  return rootOfState(sha256, state) === submission.root ? undefined : 'A file is not the one that was signed.'
}

function receiptFault(
  sha256: Sha256,
  period: PeriodToCheck,
  { entries, submission }: LoggedPeriod,
): string | undefined {
  const [own] = entries.flatMap(({ line, entry }) => (isReceipt(entry) ? [{ line, receipt: entry }] : []))
  if (own === undefined || submission.entry.receipt !== hashOfLine(sha256, own.line))
    return 'The sign-off names the receipt of another run.'
  const { engine, policy, source, target, instructions } = headerOf(sha256, period)
  const lines = linesOf(period.files['result.ndjson'])
  const made = { engine, policy, source: source.root, target: target.root, instructions }
  const isOfFiles = [
    ...(['engine', 'policy', 'source', 'target', 'instructions'] as const).map(
      (name) => own.receipt[name] === made[name],
    ),
    own.receipt.result === rootOfLines(sha256, lines) && own.receipt.leaves === lines.length,
  ]
  return isOfFiles.every(Boolean)
    ? undefined
    : 'The run of the receipt has other rules, records, instructions or lines.'
}

/** Decisions that are not those of the entries, in the order of the log. */
function decisionsFault(
  sha256: Sha256,
  { files, contents: { decisions } }: PeriodToCheck,
  { entries }: LoggedPeriod,
): string | undefined {
  const lines = linesOf(files['decisions.ndjson'])
  let done = 0
  for (const { entry } of entries) {
    if (entry.kind !== 'tallystick/decisions@1') continue
    const own = lines.slice(done, done + entry.count)
    if (own.length !== entry.count || rootOfLines(sha256, own) !== entry.root)
      return `The decisions of the entry ${entry.sequence} are not those of the log.`
    const other = decisions.slice(done, done + entry.count).find(({ actor }) => actor !== entry.actor)
    if (other !== undefined) return `The decision ${other.id} was made by somebody else than the log says.`
    done += entry.count
  }
  return done < lines.length ? `The decision ${at(decisions, done).id} is not in the log.` : undefined
}

/**
 * A submission follows the approval of the period before, of which only the opening is known here. Each other step up to
 * the last submission follows the one before it.
 */
function chainFault(
  sha256: Sha256,
  { contents: { manifest } }: PeriodToCheck,
  { steps, submission }: LoggedPeriod,
): string | undefined {
  const isFirst = manifest.before === noReceipt
  if (!isFirst && manifest.before !== submission.entry.opening) return 'The period before handed on another opening.'
  let edition = 1
  for (const [index, { entry }] of steps.slice(0, -1).entries()) {
    const before = steps[index - 1]
    const follows =
      entry.act === 'submit' || before === undefined
        ? (entry.follows === noReceipt) === isFirst
        : entry.follows === hashOfLine(sha256, before.line)
    if (!follows) return 'A step does not follow the one before.'
    if (entry.name !== manifest.period.name) return 'A step is of another period.'
    if (entry.edition !== edition) return 'A step is of another edition.'
    if (entry.act === 'reopen') edition += 1
  }
  return undefined
}

function approvalFault(
  sha256: Sha256,
  { contents }: PeriodToCheck,
  { entries, submission, approval }: LoggedPeriod,
): string | undefined {
  const { submittedBy } = submission.entry
  const { approvedBy } = approval.entry
  if (approval.entry.follows !== hashOfLine(sha256, submission.line)) return 'Another submission was approved.'
  if (whatIsSigned(approval.entry) !== whatIsSigned(submission.entry)) return 'Something else was approved.'
  if (submittedBy.id !== submission.entry.actor || approvedBy?.id !== approval.entry.actor)
    return 'A step names somebody else than made it.'
  const reopening = entries.findLastIndex(({ entry }) => 'act' in entry && entry.act === 'reopen')
  const earlier = entries.slice(0, reopening + 1)
  const hasSubmitted = entries
    .slice(reopening + 1)
    .some(({ entry }) => 'act' in entry && entry.act === 'submit' && entry.submittedBy.id === approvedBy.id)
  if (hasSubmitted) return 'Whoever submitted the period approved it.'
  const begunAt = earlier.at(-1)?.entry.createdAt ?? ''
  const decided = contents.decisions.slice(decisionCountOf(earlier))
  const hasWorked =
    decided.some(({ actor, kind }) => actor === approvedBy.id && isChanging(kind)) ||
    contents.balances.typed.some(({ actor, time }) => actor === approvedBy.id && time >= begunAt)
  return hasWorked ? 'Somebody who decided or typed balances in this edition approved it.' : undefined
}

const decisionCountOf = (entries: readonly PlacedEntry[]): number =>
  entries.reduce((sum, { entry }) => sum + (entry.kind === 'tallystick/decisions@1' ? entry.count : 0), 0)

/** What a submission and its approval have in common, as canonical JSON. */
function whatIsSigned({
  act: _act,
  actor: _actor,
  approvedBy: _approvedBy,
  completedAt: _completedAt,
  createdAt: _createdAt,
  follows: _follows,
  id: _id,
  previous: _previous,
  reason: _reason,
  revision: _revision,
  sequence: _sequence,
  ...signed
}: SignoffEntry): string {
  return canonicalize(signed)
}
