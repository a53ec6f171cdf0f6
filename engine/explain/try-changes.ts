import type { Slices } from '../base/slices.ts'
import { WorkLimitError } from '../match/state/work.ts'
import { type ReconcileInput, type ReconcileResult, reconcileInSlices } from '../reconcile.ts'
import { sides } from '../record/side.ts'
import { type BreakLine, idsOfSide } from '../result/line.ts'
import { compileRules } from '../rules/compile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { namesKind } from '../rules/criteria/bound-identity.ts'
import { comparedFields } from '../rules/criteria/compared-fields.ts'
import { typeOf } from '../rules/criteria/compile-criterion.ts'
import { noChangeWords } from './no-change-words.ts'
import { proposeRuleChanges, type RuleChange } from './rule-change.ts'
import { differenceOfRuns, type Outcome, type RunDifference } from './run-difference.ts'

interface TrialInput<Kept>
  extends Pick<ReconcileInput, 'source' | 'target' | 'instructions' | 'policy' | 'sha256' | 'onRule'> {
  /** The result of these records and rules. No chunk may have been taken by `takeChunk`. */
  readonly outcome: Outcome
  /** A break of this result. */
  readonly line: BreakLine
  /** Makes what is kept of a change. Only this stays in memory when the next change is tried. */
  readonly keep: (tried: TriedChange) => Kept
  readonly onTrial?: (position: number, count: number) => void
  /** Replaces bounds, for tests. */
  readonly bounds?: Partial<TrialBounds>
  readonly sliceStepCount?: number
}

interface TrialBounds {
  /** The most records of both sides of a run on which changes are tried. */
  readonly recordCountMax: number
  /** The most steps of all trials for one break together: about ten seconds. */
  readonly stepCountMax: number
}

const trialBounds: TrialBounds = { recordCountMax: 200_000, stepCountMax: 2 ** 31 }

/** A change of one rule under which a run of all records matched or netted the records of the break together. */
export interface TriedChange {
  readonly change: RuleChange
  readonly policy: CompiledPolicy
  readonly outcome: ReconcileResult
  readonly difference: RunDifference
}

interface TriedChanges<Kept> {
  /** The most fitting first. */
  readonly changes: readonly Kept[]
  /** Why there is no change, or why others were not tried. */
  readonly note?: string
}

/**
 * The changes of one rule that would take the records of a break. Each was tried on the whole run, so that it also
 * stands what else the change closes, opens, gains and loses. Takes a run for each change, of which there are at most
 * three for a break. No change leaves a rule that compares no text but types, states and currencies. Requires that the
 * break is one of the outcome.
 */
export function* tryRuleChanges<Kept>(input: TrialInput<Kept>): Slices<TriedChanges<Kept>> {
  const { policy, line, source, target } = input
  const bounds = { ...trialBounds, ...input.bounds }
  const certain = proposeRuleChanges(policy, line)
  if (certain.length === 0) return { changes: [], note: noChangeWords(line) }
  const proposed = certain.filter(leavesText)
  if (proposed.length === 0) return { changes: [], note: leavesNoText }
  const recordCount = source.table.rowCount + target.table.rowCount
  if (recordCount > bounds.recordCountMax) return { changes: [], note: tooLarge(recordCount, bounds) }
  const changes: Kept[] = []
  let stepCountMax = bounds.stepCountMax
  for (const [position, change] of proposed.entries()) {
    input.onTrial?.(position, proposed.length)
    const trial = yield* tryChange(input, change, stepCountMax)
    if (trial === undefined) return { changes, note: tooMuchWork(bounds) }
    stepCountMax -= trial.stepCount
    changes.push(...trial.kept)
  }
  return changes.length === 0 ? { changes, note: noneTakes(proposed.length) } : { changes }
}

interface TrialEnd<Kept> {
  readonly stepCount: number
  /** Nothing where the change does not take the records. */
  readonly kept: readonly Kept[]
}

/** Undefined where the run needs more steps than it may take. */
function* tryChange<Kept>(
  { keep, outcome: before, ...input }: TrialInput<Kept>,
  change: RuleChange,
  stepCountMax: number,
): Slices<TrialEnd<Kept> | undefined> {
  const {
    source,
    target,
    instructions,
    sha256,
    policy: { referenceData },
    onRule,
    sliceStepCount,
  } = input
  const compiled = compileRules({ form: 'rules', rules: change.rules, referenceData })
  if (!compiled.ok) throw new Error('A change that was proposed compiles')
  const { policy } = compiled
  const pace = { ...(onRule && { onRule }), ...(sliceStepCount !== undefined && { sliceStepCount }) }
  try {
    const { run, outcome } = yield* reconcileInSlices({
      source,
      target,
      instructions,
      policy,
      sha256,
      stepCountMax,
      ...pace,
    })
    const tried = { change, policy, outcome, difference: differenceOfRuns(before, outcome) }
    return { stepCount: run.work.stepCount(), kept: takes(tried) ? [keep(tried)] : [] }
  } catch (error) {
    if (error instanceof WorkLimitError) return undefined
    throw error
  }
}

/** Whether the changed rule asks for a text that both records have: many records share an amount and a day. */
const leavesText = ({ rules, rule }: RuleChange): boolean =>
  rules
    .find(({ id }) => id === rule)
    ?.match?.some((criterion) => {
      const fields = comparedFields(criterion)
      return (
        fields !== undefined &&
        criterion.nulls === 'fail' &&
        typeOf(criterion, fields) === 'text' &&
        !namesKind(fields.sourceField) &&
        !namesKind(fields.targetField)
      )
    }) ?? false

/** Whether one match or netted line has all records that the change is for. */
const takes = ({ change: { candidate }, difference: { gained } }: TriedChange): boolean =>
  gained.some((line) =>
    sides.every((side) => {
      const ids = new Set(idsOfSide(line, side))
      return candidate[side].every((id) => ids.has(id))
    }),
  )

const tooLarge = (recordCount: number, { recordCountMax }: TrialBounds): string =>
  `A change is offered only after the whole run was tried with it. This run is too large to try: it has ${recordCount} records, wanted at most ${recordCountMax}.`

const leavesNoText =
  'A change would take these records, but would leave the rule on amount and date alone, which other records may share.'

const tooMuchWork = ({ stepCountMax }: TrialBounds): string =>
  `A change is offered only after the whole run was tried with it. Here that takes more than ${stepCountMax} counted steps, which is too much work.`

const noneTakes = (count: number): string =>
  count === 1
    ? 'One change was tried on the whole run: under it, too, these records are not matched with each other.'
    : `${count} changes were tried on the whole run: under none of them are these records matched with each other.`
