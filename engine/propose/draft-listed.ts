import type { Slices } from '../base/slices.ts'
import type { CriterionInput, RuleInput, SumInput } from '../rules/language/language.ts'
import { relationWords, sumMembers } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { decimalText, ofAll, plainName } from './draft-names.ts'
import type { KeyField, LearningSides } from './learning-side.ts'
import { fieldsOf } from './link.ts'
import { type Listing, listingOf, shortBounds, shortFractions, viewsFor } from './listing.ts'
import { listKeys } from './probe.ts'
import { quantileOf } from './quantile.ts'

/** Drafts of rules for a text that lists the keys of several records of the other side. */

const anchorCountMin = 3
/**
 * The least fraction of texts whose listed records must add up. It is low, since in a sample of one period most texts
 * list records of an earlier period.
 */
const adderFractionMin = 0.02

/** Yields for each field whose values may be listed. O(texts × pairs of fields). */
export function* listedDrafts(sides: LearningSides): Slices<readonly Draft[]> {
  const drafts: Draft[] = []
  for (const anchorSide of ['source', 'target'] as const) {
    const [anchor, items] = anchorSide === 'source' ? [sides.source, sides.target] : [sides.target, sides.source]
    for (const itemField of items.keyFields.filter(isNumberLike)) {
      yield
      const views = viewsFor(items, itemField)
      for (const anchorField of anchor.keyFields.filter(({ meanLength }) => meanLength > 1.2 * itemField.meanLength)) {
        const [best] = views
          .filter((view) => listKeys({ anchor, items }, { anchorField, itemField }, view))
          .map((view) => listingOf({ anchor, items, anchorField, itemField, view }))
          .filter((listing) => listing.anchors.length >= anchorCountMin)
          .toSorted((a, b) => b.addingCount - a.addingCount)
        if (best !== undefined) drafts.push(...draftsOf(anchorSide, best))
      }
    }
  }
  return drafts
}

const isNumberLike = ({ distinctCount, filledCount, meanLength }: KeyField): boolean =>
  distinctCount >= 0.5 * filledCount && meanLength >= 3 && meanLength <= 30

function draftsOf(anchorSide: 'source' | 'target', listing: Listing): readonly Draft[] {
  const { anchors, addingCount } = listing
  if (addingCount < Math.max(anchorCountMin, adderFractionMin * anchors.length)) return []
  const exact = draftOf(anchorSide, listing, {
    id: 'listed',
    words: 'in sum',
    figure: `${ofAll(addingCount, anchors.length)} of them are the sum of what they list`,
  })
  const fractions = shortFractions(listing)
  const [least, most] = [quantileOf(fractions, 0.03), quantileOf(fractions, 0.97)]
  if (fractions.length < anchorCountMin || least === undefined || most === undefined) return exact
  const [lower, percent] = [Math.max(0, Math.floor(least * 2_000 - 0.5)), Math.ceil(most * 2_000 + 0.5)].map(
    (twentieths) => `${decimalText(5 * twentieths, 2)}%`,
  )
  const bounds = shortBounds(anchorSide, listing, [lower ?? '0', percent ?? '0'])
  const short = draftOf(anchorSide, listing, {
    id: 'listed-short',
    words: `in sum, ${lower} to ${percent} short`,
    figure: `${ofAll(fractions.length, anchors.length)} of them fall short of what they list by ${lower} to ${percent}`,
    members: { variance: 'discount' },
    tolerance: bounds,
  })
  return [...exact, ...short]
}

interface ListingTexts {
  readonly id: string
  readonly words: string
  readonly figure: string
  readonly members?: Pick<RuleInput, 'variance'>
  readonly tolerance?: SumInput['tolerance']
}

function draftOf(anchorSide: 'source' | 'target', listing: Listing, texts: ListingTexts): readonly Draft[] {
  const { anchor, items, anchorField, itemField, view, anchors, addingCount, sign } = listing
  const [own, other] = [anchor.measures[0], items.measures[0]]
  if (own === undefined || other === undefined) return []
  const isSource = anchorSide === 'source'
  const relation = { source: isSource ? own : other, target: isSource ? other : own, sign }
  const fields = isSource ? fieldsOf(anchorField.field, itemField.field) : fieldsOf(itemField.field, anchorField.field)
  const criterion: CriterionInput = { ...fields, op: 'listed', normalize: view.steps }
  const itemSide = isSource ? 'target' : 'source'
  return [
    {
      id: [texts.id, plainName(anchorField.field)].filter((part) => part !== '').join('-'),
      rule: {
        ...texts.members,
        cardinality: isSource ? '1:n' : 'n:1',
        match: [criterion],
        sum: sumMembers(relation, texts.tolerance),
        ambiguous: 'defer',
      },
      identity: {
        names: [`listed|${anchorField.field}|${itemField.field}`],
        sourceField: fields.field ?? fields.sourceField ?? '',
        targetField: fields.field ?? fields.targetField ?? '',
        isUnique: true,
        collisionFraction: 0,
        rightFraction: addingCount / anchors.length,
        relatedCount: (run) =>
          anchors.filter(
            ({ row, items: rows }) => run.isOpen(anchorSide, row) && rows.some((item) => run.isOpen(itemSide, item)),
          ).length,
      },
      band: undefined,
      sentence: `The ${anchorField.field} of one ${anchorSide} record lists the ${itemField.field} of several ${itemSide} records (${view.words}): ${relationWords(relation)} ${texts.words}`,
      figures: [`${anchors.length} records list several records of the other side`, texts.figure],
    },
  ]
}
