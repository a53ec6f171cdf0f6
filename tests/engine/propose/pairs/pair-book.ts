import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import { base32, scramble } from '../../../bench/random.ts'
import { mirrorRules } from '../../support/mirror.ts'
import type { Chance } from './chance.ts'
import { type Draft, recordOf } from './draft.ts'
import type { GeneratedPair, TruthGroup, TruthKind } from './generated-pair.ts'
import { uselessColumns } from './useless-columns.ts'

/** Collects both sides and what belongs together, and gives ids and an order that say nothing. */
export interface PairBook {
  readonly source: (draft: Draft) => Draft
  readonly target: (draft: Draft) => Draft
  readonly belong: (source: readonly Draft[], target: readonly Draft[], kind?: TruthKind) => void
  readonly finish: (made: Pick<GeneratedPair, 'rules' | 'layout'>) => GeneratedPair
}

/** An empty book of two sides. */
export function createPairBook(chance: Chance): PairBook {
  const [source, target]: [Draft[], Draft[]] = [[], []]
  const groups: DraftGroup[] = []
  return {
    source: (draft) => {
      source.push(draft)
      return draft
    },
    target: (draft) => {
      target.push(draft)
      return draft
    },
    belong: (ofSource, ofTarget, kind) => {
      groups.push({ source: ofSource, target: ofTarget, kind })
    },
    finish: (made) => {
      const styles = idStyles(chance)
      const hasCurrency = chance.chance(0.9) || hasSeveralCurrencies(source, target) || hasPercentTerms(made.rules)
      const currency = hasSeveralCurrencies(source, target) ? undefined : hasCurrency ? chance.of(homeCurrencies) : ''
      const number = (drafts: readonly Draft[], style: IdStyle) => numbered(drafts, { chance, style, currency })
      const sides = { source: number(source, styles.source), target: number(target, styles.target) }
      const truth = mergeTwins(mergeTwins(groups, 'source'), 'target').map((group): TruthGroup => {
        const ids = { source: group.source.map(sides.source.idOf), target: group.target.map(sides.target.idOf) }
        return group.kind === undefined ? ids : { ...ids, kind: group.kind }
      })
      const pair = {
        source: sides.source.records,
        target: sides.target.records,
        truth,
        rules: made.rules,
        layout: { ...made.layout, ids: styles.name, currency: currency ?? 'several' },
      }
      return chance.chance(0.3) ? turnedAround(pair) : pair
    },
  }
}

/** The same pair with its sides changed over. */
const turnedAround = ({ source, target, truth, rules, layout }: GeneratedPair): GeneratedPair => ({
  source: target,
  target: source,
  truth: truth.map((group) => ({ ...group, source: group.target, target: group.source })),
  rules: mirrorRules(rules),
  layout: { ...layout, sides: 'changed over' },
})

const hasSeveralCurrencies = (...sides: readonly (readonly Draft[])[]): boolean =>
  new Set(sides.flatMap((drafts) => drafts.map((draft) => draft['currency']))).size > 1

/** A percentage is rounded to the decimals of the record's currency. */
const hasPercentTerms = (rules: GeneratedPair['rules']): boolean =>
  rules.some(({ sum }) => [...(sum?.source ?? []), ...(sum?.target ?? [])].some(({ percent }) => percent !== undefined))

interface DraftGroup {
  readonly source: readonly Draft[]
  readonly target: readonly Draft[]
  readonly kind: TruthKind | undefined
}

/** Two pairs whose records of a side are equal may as well be paired the other way. */
function mergeTwins(groups: readonly DraftGroup[], side: 'source' | 'target'): readonly DraftGroup[] {
  const [merged, whole]: [Map<string, DraftGroup>, DraftGroup[]] = [new Map(), []]
  for (const group of groups) {
    const [draft] = group[side]
    const isOfPairs = group.kind === 'any-pairing' || (group.source.length === 1 && group.target.length === 1)
    if (draft === undefined || !isOfPairs) {
      whole.push(group)
      continue
    }
    const key = JSON.stringify(draft)
    const known = merged.get(key)
    const both = {
      source: [...(known?.source ?? []), ...group.source],
      target: [...(known?.target ?? []), ...group.target],
    }
    merged.set(key, known === undefined ? group : { ...both, kind: 'any-pairing' })
  }
  return [...whole, ...merged.values()]
}

/** All have cents. */
const homeCurrencies = ['EUR', 'EUR', 'USD', 'GBP', 'CHF'] as const

type IdStyle = (position: number) => string

/** Ids of two systems: of their own each, or both counted from 1. */
function idStyles(chance: Chance): { readonly name: string; readonly source: IdStyle; readonly target: IdStyle } {
  const counted: IdStyle = (position) => String(position)
  const start = chance.between(1_000, 900_000)
  const styles: [string, IdStyle, IdStyle] = chance.pick([
    ['both counted from 1', counted, counted],
    ['row and count', (position) => `row_${hashOf(position, 1)}`, counted],
    ['rows', (position) => `row_${hashOf(position, 2)}`, (position) => `row_${hashOf(position, 3)}`],
    ['prefixed', (position) => `TX-${start + position}`, (position) => `B${String(position).padStart(7, '0')}`],
    ['same prefix', (position) => `TX-${start + position}`, (position) => `TX-${start + 17 + position}`],
  ])
  return { name: styles[0], source: styles[1], target: styles[2] }
}

const hashOf = (position: number, salt: number): string =>
  `${base32(scramble(position + salt * 0x1000000))}${base32(scramble(position ^ 0x5bd1e995))}`.toLowerCase()

/** Ids in the order of booking, as systems give them; records in an order of chance. */
function numbered(
  drafts: readonly Draft[],
  {
    chance,
    style,
    currency,
  }: { readonly chance: Chance; readonly style: IdStyle; readonly currency: string | undefined },
): { readonly records: readonly CanonicalRecord[]; readonly idOf: (draft: Draft) => string } {
  const useless = uselessColumns(chance)
  const booked = chance
    .shuffled(drafts)
    .sort((a, b) => ((a['date'] ?? '') < (b['date'] ?? '') ? -1 : (a['date'] ?? '') > (b['date'] ?? '') ? 1 : 0))
  const ids = new Map<Draft, string>()
  const records = booked.map((draft, index) => {
    const id = draft['id'] ?? style(index + 1)
    ids.set(draft, id)
    return recordOf(
      { ...useless(index + 1, draft['date'] ?? ''), ...draft, ...(currency === undefined ? {} : { currency }) },
      id,
    )
  })
  return {
    records: chance.shuffled(records),
    idOf: (draft) => {
      const id = ids.get(draft)
      if (id === undefined) throw new RangeError('The draft is of no side')
      return id
    },
  }
}
