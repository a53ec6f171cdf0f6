import { sizeOfAmount } from '@tallystick/audit/base/amount'
import { differenceWords } from '@tallystick/audit/report/size-words'
import type { CriterionOutcome } from '@tallystick/engine/explain'
import type { BreakLine } from '@tallystick/engine/result'
import { amountText } from '../parts/amount-text.ts'
import { counted, fieldName } from '../parts/plain-words.ts'

/**
 * How a criterion came out: `Equal`, `Holds: 0.03 EUR more in target`, `Not compared: …`, `Fails: 5 days later in
 * target`.
 */
export function outcomeWords(outcome: CriterionOutcome, currency: string | null): string {
  const how = measureWords(outcome, currency)
  return `${standingWords[outcome.outcome]}${how === undefined ? '' : `: ${how}`}`
}

const standingWords: { readonly [outcome in CriterionOutcome['outcome']]: string } = {
  equal: 'Equal',
  holds: 'Holds',
  skipped: 'Not compared',
  fails: 'Fails',
}

/** `equal amounts: 0.07 EUR more in target` */
export function missWords(outcome: CriterionOutcome, currency: string | null): string {
  const how = measureWords(outcome, currency)
  return how === undefined ? outcome.words : `${outcome.words}: ${how}`
}

/** `equal amounts. Here: 0.07 EUR more in target.` */
export function failedWords(outcome: CriterionOutcome, currency: string | null): string {
  const how = measureWords(outcome, currency)
  return how === undefined ? `${outcome.words}.` : `${outcome.words}. Here: ${how}.`
}

/**
 * Where a rule fails, told from the break alone: `It fails at reference alone.`; empty where the break does not say.
 */
export function failedRuleWords(failed: BreakLine['failed']): string {
  if (failed?.code !== undefined) return failureWords[failed.code]
  return failed?.field === undefined ? '' : `It fails at ${namesOf(failed.field)} alone.`
}

const failureWords: { readonly [code in NonNullable<NonNullable<BreakLine['failed']>['code']>]: string } = {
  one_side_count: 'It takes one record of a side, and there are several.',
  no_rate: 'It has no rate to convert the amount with.',
}

/** How far apart the records are; undefined for equal values. */
function measureWords(outcome: CriterionOutcome, currency: string | null): string | undefined {
  const { difference, days, similarity, converted, source, target } = outcome
  if (outcome.outcome === 'equal') return undefined
  if (source.length === 0 || target.length === 0) return absentWords(outcome)
  if (difference !== undefined) {
    const [own, other] = converted?.values ?? [source[0], target[0]]
    const size = amountText(sizeOfAmount(difference), converted?.currency ?? currency)
    return differenceWords({ difference, source: own, target: other }, size)
  }
  if (days !== undefined && days !== 0)
    return `${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'} in target`
  if (similarity !== undefined) return `alike by ${(similarity / 100).toFixed(2)} %`
  if (outcome.outcome === 'holds') return heldWords(outcome)
  return `${quoted(source)} in source, ${quoted(target)} in target`
}

function absentWords({ source, target, name }: CriterionOutcome): string {
  if (source.length === 0 && target.length === 0) return 'none on either side'
  return `${source.length === 0 ? 'source' : 'target'} has no ${namesOf(name)}`
}

/** `description/reference` → `description or reference` */
const namesOf = (name: string): string =>
  name
    .split('/')
    .map((each) => fieldName(each).toLowerCase())
    .join(' or ')

const textLengthMax = 40

/** The first of some values, cut to fit a sentence. */
function quoted([text = '']: readonly string[]): string {
  return `“${text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text}”`
}

/** Explains how differing texts can hold: they are equal after the rule's steps, or one contains the other. */
function heldWords({ compared }: CriterionOutcome): string {
  if (compared === undefined) return 'as the rule allows'
  const [source, target] = compared
  return source === target && source !== null ? 'equal as it is compared' : 'as the rule allows'
}
