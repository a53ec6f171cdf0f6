import { type Random, randomText } from '../random.ts'
import { type Content, centsMin, createDraft, type Draft, dayCount, lateRest } from './draft.ts'
import { feeCentsMax, lateDaysMax } from './rules.ts'

/** The classes of records of the job, modelled on a processor's export against a ledger. */

/** The share of each class in the source's records, beside those that are equal: the rest. */
export const shares = { fee: 0.05, late: 0.04, typingError: 0.02, members: 0.02, unmatched: 0.02, copied: 0.005 }

/** A draft of `recordCount` source records, of which 84.5 % equal their counterparts and 0.5 % are copies of such ones. */
export function draftUsual(recordCount: number, seed: number): Draft {
  const draft = createDraft(seed, { keyOf: (code) => `PAY-${code}` })
  addDifferent(draft, recordCount)
  addEqual(draft, recordCount)
  return draft
}

/** Adds every class but those that are equal, in their shares of `recordCount`. */
export function addDifferent(draft: Draft, recordCount: number): void {
  const countOf = (share: number): number => Math.round(recordCount * share)
  addFees(draft, countOf(shares.fee))
  addLate(draft, countOf(shares.late))
  addTypingErrors(draft, countOf(shares.typingError))
  addPayouts(draft, countOf(shares.members))
  addUnmatched(draft, countOf(shares.unmatched))
  addCopied(draft, countOf(shares.copied))
}

/** Adds equal pairs until the source has `recordCount` records. */
export function addEqual(draft: Draft, recordCount: number): void {
  while (draft.source.length < recordCount) {
    const source = draft.content()
    draft.pair('exact', source, later(draft, source))
  }
}

/** Posted on the same day or up to two days later. */
const later = ({ random }: Draft, content: Content): Content => ({
  ...content,
  day: content.day + random.between(0, 2),
})

/** Equal but for a fee, which the target's amount is without. */
function addFees(draft: Draft, count: number): void {
  for (let index = 0; index < count; index++) {
    const source = draft.content()
    const cents = source.cents - draft.random.between(1, feeCentsMax)
    draft.pair('fee', source, { ...later(draft, source), cents })
  }
}

/** Without a reference in the target, 1 to 3 days later, each pair with an amount of its own. */
function addLate(draft: Draft, count: number): void {
  const amounts = 2 ** Math.max(16, Math.ceil(Math.log2(2 * count)))
  const offset = draft.random.between(0, amounts - 1)
  for (let index = 0; index < count; index++) {
    const unique = (Math.imul(index, 0x9e3779b1) + offset) & (amounts - 1)
    const source = { ...draft.content(), cents: centsMin - (centsMin % 16) + 16 * unique + lateRest }
    draft.pair('late', source, { ...source, key: '', day: source.day + draft.random.between(1, lateDaysMax) })
  }
}

/** Equal but for one typing error in the target's reference, on the same day or the next. */
function addTypingErrors(draft: Draft, count: number): void {
  for (let index = 0; index < count; index++) {
    const source = draft.content()
    draft.pair('typing-error', source, {
      ...source,
      key: mistype(draft.random, source.key),
      day: source.day + draft.random.between(0, 1),
    })
  }
}

/** Source records that the target has as one sum, 2 to 5 each; `count` records in all. */
function addPayouts(draft: Draft, count: number): void {
  for (let left = count; left >= 2; ) {
    const size = left <= 5 ? left : Math.min(left - 2, draft.random.between(2, 5))
    const payout = draft.content()
    const members = Array.from({ length: size }, () => {
      const { cents, order, customer } = draft.content()
      return draft.add('source', { ...payout, cents, order, customer })
    }).flat()
    const cents = members.reduce((sum, member) => sum + member.cents, 0)
    draft.truth.push({
      rule: 'payout',
      source: members.sort((a, b) => a.id - b.id),
      target: draft.add('target', later(draft, { ...payout, cents })),
    })
    left -= size
  }
}

/**
 * Records without a counterpart, `count` a side. Most of them are decoys that only one condition of a rule keeps apart:
 * the days, the likeness of the reference, or the amount.
 */
function addUnmatched(draft: Draft, count: number): void {
  const ofRule = (rule: string): readonly Content[] =>
    draft.truth.filter((each) => each.rule === rule).map(({ source }) => source[0] ?? draft.content())
  const [late, mistyped] = [ofRule('late'), ofRule('typing-error')]
  for (let index = 0; index < count; index++) {
    const [source, target] = [draft.content(), draft.content()]
    const { cents, currency, day } = late[index % late.length] ?? source
    const alike = mistyped[index % mistyped.length] ?? target
    const decoys: readonly [Content, Content][] = [
      [source, target],
      [{ ...source, cents, currency, day: (day + 40) % dayCount }, target],
      [source, { ...target, cents: alike.cents, currency: alike.currency, day: alike.day }],
      [source, { ...source, cents: source.cents + draft.random.between(feeCentsMax + 1, 900) }],
    ]
    const [ofSource, ofTarget] = decoys[index % decoys.length] ?? [source, target]
    draft.add('source', ofSource)
    draft.add('target', ofTarget)
  }
}

/** Equal pairs of which one side has the record twice; `count` copies a side. */
function addCopied(draft: Draft, count: number): void {
  for (let index = 0; index < count; index++) {
    addTwins(draft, draft.content(), { source: 2, target: 1 })
    addTwins(draft, draft.content(), { source: 1, target: 2 })
  }
}

/** Twins on either side, which pair off by id. */
export function addTwins(draft: Draft, content: Content, counts: { readonly source: number; readonly target: number }) {
  const source = draft.add('source', content, counts.source)
  const target = draft.add('target', later(draft, content), counts.target)
  for (const [index, row] of source.entries()) {
    const other = target[index]
    if (other !== undefined) draft.truth.push({ rule: 'exact', source: [row], target: [other] })
  }
}

/** One typing error in the code of a reference: a character replaced, left out or put in, or two changed over. */
function mistype(random: Random, key: string): string {
  const place = key.search(codePattern) + random.between(1, 10)
  const [before, here, next] = [key.slice(0, place), key.charAt(place), key.charAt(place + 1)]
  const other = randomText(random, 1)
  const forms = [
    `${before}${other === here ? '-' : other}${key.slice(place + 1)}`,
    `${before}${key.slice(place + 1)}`,
    `${before}${other}${key.slice(place)}`,
    `${before}${next}${here === next ? '-' : here}${key.slice(place + 2)}`,
  ] as const
  return random.pick(forms)
}

/** The code inside a reference. */
const codePattern = /[0-9A-Z]{12}/
