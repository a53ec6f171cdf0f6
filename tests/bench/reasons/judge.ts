import { oppositeSide } from '../../../engine/record/side.ts'
import { either, type Saying } from './cause.ts'
import { falsehoodIn } from './falsehood.ts'
import { centsOf, fieldsNamed, idsIn, type Said, suggestedIds } from './said.ts'
import type { Truth } from './truth.ts'
import { cleanKind, type World } from './world.ts'

/** What an accountant says of the reason that a break gives. */
export const verdicts = ['right', 'useless', 'misleading'] as const
export type Verdict = (typeof verdicts)[number]

export interface Judgement {
  readonly kind: string
  readonly verdict: Verdict
  /** Of a misleading break, what is not true of it. */
  readonly why?: string
}

/**
 * Judges a break by the truth about its records. It is misleading if anything that it says is not true of the event of
 * its records: a record that does not belong to the event, a difference, a hint, a cause. Otherwise it is right if it
 * names the cause of one of its records, and useless if it does not.
 */
export function judgeBreak(said: Said, { truthOf }: Pick<World, 'truthOf'>): Judgement {
  const truths = [...said.source, ...said.target].map(truthOf)
  const about = truths.find(({ kind }) => kind !== cleanKind) ?? truths[0]
  if (about === undefined) throw new Error('A break has a record')
  const { kind } = about
  const cause = truths
    .filter(({ record }) => about.own.has(record.id))
    .map((truth) => truth.cause)
    .reduce(either)
  const why = falsehoodIn(said, { ...about, cause })
  if (why !== undefined) return { kind, verdict: 'misleading', why }
  const isRight = truths.some((truth) => truth.cause.sayings.some((saying) => names(said, truth, saying)))
  return { kind, verdict: isRight ? 'right' : 'useless' }
}

/** Whether a break without a falsehood names the cause. */
function names(said: Said, truth: Truth, saying: Saying): boolean {
  switch (saying.kind) {
    case 'absent':
      return said.reason === `missing_in_${oppositeSide(truth.side)}`
    case 'partner':
      return pointsTo(said, truth)
    case 'differs':
      return (
        pointsTo(said, truth) &&
        (isSuggested(said, truth) || fieldsNamed(said).some((field) => saying.fields.includes(field)))
      )
    case 'sum':
      return pointsTo(said, truth) && statedDifferences(said).some((cents) => truth.cause.differences.includes(cents))
    case 'listed':
      return (said.listed?.missing ?? []).length > 0 || isSuggested(said, truth)
    case 'repeat':
      return said.reason === 'duplicate' || pointsTo(said, truth)
    case 'tie':
      return new Set(idsIn(said)).size === truth.own.size
    case 'several':
      return said.failed?.code === 'one_side_count'
    case 'mark':
      return said.cause?.name === saying.mark
  }
}

/** Whether a break has, or points to, another record of the event. */
const pointsTo = (said: Said, { record }: Truth): boolean => idsIn(said).some((id) => id !== record.id)

const isSuggested = (said: Said, { record }: Truth): boolean => suggestedIds(said).some((id) => id !== record.id)

const statedDifferences = ({ difference, partOf }: Said): readonly number[] =>
  [difference, partOf?.difference].flatMap((text) => (text === undefined ? [] : [Math.abs(centsOf(text))]))
