import { at } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { VerifySignature } from '../log/checkpoint.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { PeriodToCheck } from './period-faults.ts'
import { type PeriodFiles, parseLines } from './period-files.ts'
import type { ApprovedPeriod, PeriodSigning } from './period-signing.ts'
import { changedFiles } from './period-state.ts'
import {
  actOf,
  editionOf,
  formatSigned,
  isSigned,
  parseSigned,
  type SignedLine,
  type SignoffLine,
  submittersOf,
} from './signoff.ts'
import { hasWorkedOn } from './signoff-faults.ts'

interface SignedByKeys extends PeriodSigning {
  /** Undefined where the period was not approved, or a signature does not hold. */
  readonly signoffs: Signoffs | undefined
}

interface Signoffs {
  readonly submission: SignoffLine
  readonly approval: SignoffLine
}

interface Platform {
  readonly sha256: Sha256
  readonly verifySignature: VerifySignature
}

/** Reads who signed a period with own keys, from the lines of `signoffs.ndjson`. Refuses other lines. */
export async function signedByKeys(
  { sha256, verifySignature }: Platform,
  files: PeriodFiles,
): Promise<Parsed<SignedByKeys>> {
  const signed = parseLines(files['signoffs.ndjson'], parseSigned)
  if (!signed.ok) return refused(`signoffs.ndjson: ${signed.detail}`)
  const { submission, approval, earlier } = editionOf(signed.value)
  const fault = await signatureFault(verifySignature, signed.value)
  const signoffs = submission && approval && fault === undefined ? { submission, approval } : undefined
  return parsed({
    fault,
    isSubmitted: submission !== undefined,
    signoffs,
    approved: signoffs && approvedBy(sha256, { ...signoffs, earlier }),
    details,
  })
}

const details: PeriodSigning['details'] = {
  signatures: 'Each line of signoffs.ndjson is signed by the key that it names.',
  decisions: 'Each decision is in a batch that its own key signed, and no note is missing.',
  approval: 'Another key, which decided nothing, approved what was submitted: two keys.',
}

type Edition = Signoffs & { readonly earlier: readonly SignedLine[] }

const approvedBy = (sha256: Sha256, edition: Edition): ApprovedPeriod => ({
  ...{ items: edition.submission.state.items, proof: edition.submission.state.proof },
  leafHash: hashOfLine(sha256, formatSigned(edition.approval)),
  filesFault: (files) => filesFault(sha256, files, edition.submission),
  decisionsFault: (period) => decisionsFault(sha256, period),
  chainFault: ({ contents }) => chainFault(sha256, contents.manifest.before, edition),
  approvalFault: (period) => approvalFault(sha256, period, edition),
})

async function signatureFault(
  verifySignature: VerifySignature,
  lines: readonly SignedLine[],
): Promise<string | undefined> {
  for (const [index, line] of lines.entries())
    if (!(await isSigned(verifySignature, line)))
      return `Line ${index + 1} of signoffs.ndjson is not signed by its key.`
  const acts = lines.map((line) => (line.kind === 'tallystick/decisions@1' ? 'decide' : actOf(line)))
  return actsInOrder.test(acts.map((act) => `${act} `).join(''))
    ? undefined
    : 'The lines of signoffs.ndjson are not decisions, submissions and their rejection or approval, in this order.'
}

/** A submission is rejected or approved, and what was approved is reopened, before anything else is decided. */
const actsInOrder = /^(decide )*(submit (reject |approve reopen )(decide )*)*(submit (approve )?)?$/

function filesFault(sha256: Sha256, files: PeriodFiles, { state }: SignoffLine): string | undefined {
  const changed = changedFiles(sha256, files, state)
  return changed.length === 0 ? undefined : `Not as it was signed: ${changed.join(', ')}.`
}

/** Decisions that are not in a batch which their own key signed. */
export function decisionsFault(sha256: Sha256, { files, contents }: PeriodToCheck): string | undefined {
  const { decisions, signed, manifest } = contents
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
    // A batch that was taken away leaves its decisions to the next one.
    const late = decisions.slice(done, batch.count).find(({ time }) => time !== batch.time)
    if (late !== undefined) return `The batch of the decision ${late.id} is missing.`
    done = batch.count
  }
  return done < lines.length ? `The decision ${at(decisions, done).id} is signed by nobody.` : undefined
}

/** The first submission follows the period before; each later step the one before it. */
function chainFault(sha256: Sha256, before: string, { earlier, submission }: Edition): string | undefined {
  const steps = [...earlier.filter((line) => line.kind !== 'tallystick/decisions@1'), submission]
  let followed = before
  for (const [index, step] of steps.entries()) {
    if (step.follows !== followed)
      return index === 0 ? 'The submission follows another period.' : 'An edition does not follow the one before.'
    followed = hashOfLine(sha256, formatSigned(step))
  }
  return undefined
}

function approvalFault(
  sha256: Sha256,
  { contents }: PeriodToCheck,
  { earlier, submission, approval }: Edition,
): string | undefined {
  if (approval.follows !== hashOfLine(sha256, formatSigned(submission))) return 'Another submission was approved.'
  if (canonicalize(approval.state) !== canonicalize(submission.state)) return 'Other files were approved.'
  if (submittersOf({ earlier, submission }).includes(approval.key))
    return 'The key that submitted the period approved it.'
  return hasWorkedOn(contents, approval.key) ? 'A key that decided or typed balances approved the period.' : undefined
}
