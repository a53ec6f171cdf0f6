import type { CriterionInput } from '../rules/language/language.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { relationWords, sumMembers } from './amount-relation.ts'
import { type Draft, type Identity, identityOf } from './draft.ts'
import { identityOfText, type Learned } from './draft-alike.ts'
import { cardinalityWords } from './draft-groups.ts'
import { plainName } from './draft-names.ts'
import { dateCriterion, type LagBand } from './lag-band.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { likenessCriterion } from './text-likeness.ts'

/** Drafts of rules for sets of records within some days that add up to one record of the other side. */

type Cardinality = 'n:1' | '1:n'

const cardinalities: readonly Cardinality[] = ['n:1', '1:n']

/** A batch may collect the records of so many days more than a single record takes. */
const collectedDays = 3
const bindingCountMax = 2
/** The records of a set are this rarely so alike to strangers of its sum. */
const strangerFraction = 0.01

/** Something that binds the records of a set beside their days. */
interface Binding {
  readonly name: string
  readonly identity: Identity
  readonly criterion: CriterionInput
  readonly words: string
}

/** Sets that a customer or a similar name binds, too: they may match. */
export function boundSubsetDrafts(learned: Learned, repeated: readonly LinkEvidence[]): readonly Draft[] {
  const keys = repeated.flatMap((each): readonly Binding[] => {
    const { link } = each
    const [criterion, ...others] = link.criteria
    // Records that are only alike in their beginnings are no group, and a kind of record binds nothing.
    if (criterion === undefined || others.length > 0 || link.blocks.length < keyCountMin) return []
    const { sourceField, targetField } = link
    return [
      {
        name: plainName(sourceField),
        identity: identityOf(each),
        criterion,
        words: `same ${fieldWords(sourceField, targetField)}`,
      },
    ]
  })
  const texts = learned.likenesses.flatMap((likeness): readonly Binding[] => {
    const least = likeness.leastFor(strangerFraction)
    if (least === undefined) return []
    const { sourceField, targetField } = likeness
    const words = `similar ${fieldWords(sourceField, targetField)}`
    return [
      {
        name: plainName(sourceField),
        identity: identityOfText(likeness),
        criterion: likenessCriterion(likeness, least),
        words,
      },
    ]
  })
  return [...keys.slice(0, bindingCountMax), ...texts.slice(0, bindingCountMax)].flatMap((binding) =>
    subsetDrafts(learned, binding),
  )
}

const keyCountMin = 10

/** Sets that have only days in common: they are suggested. */
export const subsetDrafts = (
  { relation, band }: Pick<Learned, 'relation' | 'band'>,
  binding?: Binding,
): readonly Draft[] =>
  band === undefined || relation.source.field === undefined || relation.target.field === undefined
    ? []
    : cardinalities.flatMap((cardinality) =>
        windowsOf(band, cardinality).map((days): Draft => {
          return {
            id: `${binding === undefined ? '' : `${binding.name || 'text'}-`}subset-${cardinality.replace(':', '-')}`,
            rule: {
              cardinality,
              select: 'subset',
              match: [...(binding === undefined ? [] : [binding.criterion]), dateCriterion(days)],
              sum: sumMembers(relation),
              ambiguous: 'defer',
            },
            identity: binding?.identity,
            isByStrangers: true,
            band: days,
            sentence: `${cardinalityWords(cardinality)} that add up: ${relationWords(relation)} in sum, ${bandWords(days)}${binding === undefined ? '' : `, ${binding.words}`}`,
            figures: [],
          }
        }),
      )

/** Days from few to many: where many records are open, only few days leave few enough to choose from. */
function windowsOf(band: LagBand, cardinality: Cardinality): readonly LagBand[] {
  // The single record comes last.
  const [first, last] = cardinality === 'n:1' ? [band.from, band.to] : [-band.to, -band.from]
  const from = Math.min(Math.max(0, first), last)
  const ends = [from + 1, from + collectedDays, last, last + collectedDays]
  const windows = [...new Set(ends)].toSorted((a, b) => a - b).map((to) => ({ from, to }))
  return windows.map((window) => ({
    ...band,
    ...(cardinality === 'n:1' ? window : { from: -window.to, to: 0 - window.from }),
  }))
}
