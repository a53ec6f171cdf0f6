import { canonicalize } from '@tallystick/engine/base'
import { editionOf, formatLines, formatSigned, periodFileNames } from '@tallystick/engine/close'
import { noReceipt } from '@tallystick/engine/log'
import { type Side, sides } from '@tallystick/engine/record'
import { isApproved, type OwnPeriod } from './own-period.ts'

/** How the state of a period that somebody sends goes with the one that is kept. */
interface TwoStates {
  readonly kept: OwnPeriod
  readonly sent: OwnPeriod
}

/**
 * Whether both are states of one period of one account: of the same days, terms, rules and opening. First periods of two
 * accounts may have all that in common, so that they have to share a file of each side, too.
 */
export function isSamePeriod({ kept, sent }: TwoStates): boolean {
  const isEqual = (take: (period: OwnPeriod) => string): boolean => take(kept) === take(sent)
  return (
    isEqual(termsOf) &&
    isEqual(({ files }) => files['rules.json']) &&
    isEqual(({ files }) => files['opening.ndjson']) &&
    (kept.period.manifest.before !== noReceipt || sides.every((side) => sharesFile(side, { kept, sent })))
  )
}

export const isSameState = ({ kept, sent }: TwoStates): boolean =>
  periodFileNames.every((name) => kept.files[name] === sent.files[name])

/** What the kept state has and the sent one lacks, in words. Empty where the sent one goes on from it. */
export function lackedBy({ kept, sent }: TwoStates): readonly string[] {
  const lacks = (what: string, list: (period: OwnPeriod) => readonly string[]): readonly string[] => {
    const has = new Set(list(sent))
    return list(kept).every((each) => has.has(each)) ? [] : [what]
  }
  return [
    ...lacks('files', (period) => sides.flatMap((side) => filesOf(period, side))),
    ...(sent.files['decisions.ndjson'].startsWith(kept.files['decisions.ndjson']) ? [] : ['decisions']),
    ...lacks('balances', ({ period: { balances } }) => [...balances.typed, ...balances.statements].map(canonicalize)),
    ...lacks('reasons', ({ period }) => Object.keys(period.balances.reasons)),
    ...(sent.files['signoffs.ndjson'].startsWith(lastingSignatures(kept)) && !isBeforeSubmission({ kept, sent })
      ? []
      : ['signatures']),
  ]
}

const termsOf = ({ period: { manifest } }: OwnPeriod): string => {
  const { period, before, statement, approvalAbove, materiality } = manifest
  return canonicalize({ period, before, statement, approvalAbove, materiality })
}

const filesOf = ({ period: { manifest } }: OwnPeriod, side: Side): readonly string[] =>
  manifest.parts[side].flatMap(({ kind, root }) => (kind === 'dataset' ? [`${side} ${root}`] : []))

function sharesFile(side: Side, { kept, sent }: TwoStates): boolean {
  const [own, others] = [filesOf(kept, side), new Set(filesOf(sent, side))]
  return own.some((each) => others.has(each)) || (own.length === 0 && others.size === 0)
}

/** The lines of `signoffs.ndjson` that no change takes back: all but a submission that waits for its approval. */
function lastingSignatures(opened: OwnPeriod): string {
  const { signed } = opened.period
  const { submission } = editionOf(signed)
  const lasting = isApproved(opened) ? signed : signed.filter((line) => line !== submission)
  return formatLines(lasting.map(formatSigned))
}

/** Whether the sent state is the kept one as it was before it was submitted. */
const isBeforeSubmission = ({ kept, sent }: TwoStates): boolean =>
  kept.files['signoffs.ndjson'] !== sent.files['signoffs.ndjson'] &&
  kept.files['signoffs.ndjson'].startsWith(sent.files['signoffs.ndjson']) &&
  periodFileNames.every((name) => name === 'signoffs.ndjson' || kept.files[name] === sent.files[name])
