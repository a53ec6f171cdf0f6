import type { Proposal, ProposedRule } from '@tallystick/engine/propose'
import { signSentences } from '@tallystick/engine/rules'
import { expectedText } from '../reconcile/proposal-texts.ts'
import { type RecordName, type RecordTexts, recordTexts, type Sides } from '../reconcile/record-texts.ts'
import { sideLines } from '../reconcile/side-lines.ts'
import { counted, grouped, printable } from '../terminal.ts'

export interface Account {
  readonly proposal: Proposal
  readonly sides: Sides
  readonly columnCount: number | undefined
}

const widthDefault = 100

/**
 * A proposal for a person: what was read, each rule with its figures and examples, and the records in no match. Blocks
 * with a blank line between them; ends with a newline.
 *
 *     1. reference (match): Records with the same reference, amount and currency.
 *        217 matches, by estimate 0 (0 %) wrong
 *        - 99.6 % of the references of the source are references of the target
 *        for example
 *          source   line 3   s2   2026-03-03   7.00 EUR   INV-9 · Acme
 *          target   line 3   t2   2026-03-03   7.00 EUR   INV-9 · Acme Ltd
 */
export function formatAccount({ proposal, sides, columnCount }: Account): string {
  const rules = proposal.explanations.map((rule) => ({ rule, examples: rule.examples.map(exampleOf) }))
  const names = rules.flatMap(({ examples }) => examples.flatMap(({ records }) => records))
  const texts = recordTexts(names, sides, (columnCount ?? widthDefault) - indent.length)
  const blocks = [
    sideLines(sides),
    signSentences(proposal.signs ?? {}),
    ...rules.map((shown, index) => ruleLines(shown, { place: index + 1, texts })),
    leftLines(proposal, sides),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

const recordCountMax = 3

interface Example {
  readonly records: readonly RecordName[]
  readonly more: readonly string[]
}

function exampleOf(example: ProposedRule['examples'][number]): Example {
  const sides = ['source', 'target'] as const
  return {
    records: sides.flatMap((side) => example[side].slice(0, recordCountMax).map((id) => ({ side, id, label: side }))),
    more: sides
      .filter((side) => example[side].length > recordCountMax)
      .map((side) => `and ${counted(example[side].length - recordCountMax, 'more record')} of ${side}`),
  }
}

const indent = '   '

interface ShownRule {
  readonly rule: ProposedRule
  readonly examples: readonly Example[]
}

function ruleLines(
  { rule, examples }: ShownRule,
  { place, texts }: { readonly place: number; readonly texts: RecordTexts },
): readonly string[] {
  const below = [
    expectedText(rule),
    ...rule.figures.map((figure) => `- ${printable(figure)}`),
    ...examples.flatMap(({ records, more }, index) => [
      index === 0 ? 'for example' : 'and',
      ...[...records.map(texts.textOf), ...more].map((text) => `  ${text}`),
    ]),
  ]
  return [
    `${place}. ${rule.rule} (${rule.action}): ${printable(rule.sentence)}`,
    ...below.map((line) => `${indent}${line}`),
  ]
}

function leftLines({ left, rules }: Proposal, { source, target }: Sides): readonly string[] {
  // Where no rule is proposed, the command itself prints the reasons.
  if (rules.length === 0) return []
  const leftOf = (name: 'source' | 'target', { summary }: Sides[typeof name]) =>
    `${grouped(left[name])} of ${counted(summary.recordCount, 'record')} of the ${name}`
  return [
    `in no match: ${leftOf('source', source)}, ${leftOf('target', target)}`,
    ...left.reasons.map((reason) => `- ${printable(reason)}`),
  ]
}
