import type { CriterionInput } from '../rules/language/language.ts'
import { bandWords, fieldWords } from '../rules/words/value-words.ts'
import { relationWords, sumMembers } from './amount-relation.ts'
import { type Draft, type Identity, identityOf } from './draft.ts'
import { identityOfText, type Learned } from './draft-alike.ts'
import { cardinalityWords } from './draft-groups.ts'
import { plainName } from './draft-names.ts'
import { dateCriterion, type LagBand } from './lag-band.ts'
import type { LearningSide, LearningSides, Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { addingAnchorCount } from './subset-sums.ts'
import { likenessCriterion, type TextLikeness } from './text-likeness.ts'
import type { TrialRun } from './trial-run.ts'

/** Drafts of rules for sets of records within some days that add up to one record of the other side. */

type Cardinality = 'n:1' | '1:n'

const cardinalities: readonly Cardinality[] = ['n:1', '1:n']

/** A batch may collect the records of so many days more than a single record takes. */
const collectedDays = 3
const bindingCountMax = 2
/** The records of a set are this rarely so alike to strangers of its sum. */
const strangerFraction = 0.03

/** Something that binds the records of a set beside their days. */
interface Binding {
  readonly name: string
  readonly identity: Identity
  readonly criterion: CriterionInput
  readonly words: string
  readonly holds: (pair: Pair) => boolean
}

interface SubsetParts {
  readonly run: TrialRun
  readonly learned: Learned
  readonly repeated: readonly LinkEvidence[]
}

/** Sets that a customer or a similar name binds, too: they may match. */
export const boundSubsetDrafts = (sides: LearningSides, parts: SubsetParts): readonly Draft[] =>
  [...keyBindings(parts.repeated), ...textBindings(parts.learned.likenesses)].flatMap((binding) =>
    subsetDrafts(sides, parts, binding),
  )

interface GroupedParts {
  readonly run: TrialRun
  readonly evidence: readonly LinkEvidence[]
  /** Drafts of rules for groups, the best first. */
  readonly groups: readonly Draft[]
}

/** Sets that a key binds by which other records add up on one day. They may begin on the day of the single record. */
export function groupedSubsetDrafts({ source, target }: LearningSides, parts: GroupedParts): readonly Draft[] {
  const { run, evidence, groups } = parts
  const plain = ({ measures }: LearningSide) => measures.find(({ field }) => field !== undefined)
  const [[group], own, other] = [groups, plain(source), plain(target)]
  if (group === undefined || own === undefined || other === undefined) return []
  const relation = { source: own, target: other, sign: group.rule.sum?.sign ?? 'same' }
  const band = { from: 0, to: 0, count: 0, withinCount: 0, sourceField: source.dayField, targetField: target.dayField }
  const repeated = evidence.flatMap((each) => {
    const identity = groups.map((draft) => draft.identity).find((known) => known?.names.includes(each.link.name))
    return identity === undefined || each.isTemporal ? [] : [{ ...each, rightFraction: identity.rightFraction }]
  })
  return boundSubsetDrafts(
    { source, target },
    { run, repeated, learned: { relation, band, pairs: [], likenesses: [] } },
  )
}

const keyCountMin = 10

const keyBindings = (repeated: readonly LinkEvidence[]): readonly Binding[] =>
  repeated
    .flatMap((each): readonly Binding[] => {
      const { sourceField, targetField, criteria, blocks, sourceKeys, targetKeys } = each.link
      const [criterion, ...others] = criteria
      // A kind of record binds nothing.
      if (criterion === undefined || others.length > 0 || blocks.length < keyCountMin) return []
      return [
        {
          name: plainName(sourceField),
          identity: identityOf(each),
          criterion,
          words: `same ${fieldWords(sourceField, targetField)}`,
          holds: ([s, t]) => sourceKeys[s] !== undefined && sourceKeys[s] === targetKeys[t],
        },
      ]
    })
    .slice(0, bindingCountMax)

const textBindings = (likenesses: readonly TextLikeness[]): readonly Binding[] =>
  likenesses
    .flatMap((likeness): readonly Binding[] => {
      const least = likeness.leastFor(strangerFraction)
      if (least === undefined) return []
      const { sourceField, targetField } = likeness
      return [
        {
          name: plainName(sourceField),
          identity: identityOfText(likeness),
          criterion: likenessCriterion(likeness, least),
          words: `similar ${fieldWords(sourceField, targetField)}`,
          holds: (pair) => (likeness.similarityOf(pair) ?? 0) >= least,
        },
      ]
    })
    .slice(0, bindingCountMax)

/** Sets that have only days in common, without a binding, are suggested. One draft for each side that may have sets. */
export function subsetDrafts(
  sides: LearningSides,
  { run, learned }: Pick<SubsetParts, 'run' | 'learned'>,
  binding?: Binding,
): readonly Draft[] {
  const { relation, band } = learned
  if (band === undefined || relation.source.field === undefined || relation.target.field === undefined) return []
  return cardinalities.flatMap((cardinality) => {
    const anchorSide = cardinality === 'n:1' ? 'target' : 'source'
    const search = { relation, anchorSide, isOpen: run.isOpen, isBound: binding?.holds ?? (() => true) } as const
    const [best] = windowsOf(band, cardinality)
      .map((days) => ({ days, count: addingAnchorCount(sides, { ...search, days }) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
    return best === undefined ? [] : [subsetDraft(learned, { cardinality, days: best.days, binding })]
  })
}

interface Subset {
  readonly cardinality: Cardinality
  readonly days: LagBand
  readonly binding: Binding | undefined
}

function subsetDraft({ relation }: Learned, { cardinality, days, binding }: Subset): Draft {
  const name = binding === undefined ? '' : `${binding.name || 'text'}-`
  return {
    id: `${name}subset-${cardinality.replace(':', '-')}`,
    rule: {
      cardinality,
      select: 'subset',
      match: [...(binding === undefined ? [] : [binding.criterion]), dateCriterion(days)],
      sum: sumMembers(relation),
      ambiguous: 'defer',
    },
    identity: binding?.identity,
    band: days,
    isByStrangers: true,
    sentence: `${cardinalityWords(cardinality)} that add up: ${relationWords(relation)} in sum, ${bandWords(days)}${binding === undefined ? '' : `, ${binding.words}`}`,
    figures: [],
  }
}

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
