import type { CanonicalRecord, RuleInput } from '../../../../engine/index.ts'
import { base32, scramble } from '../../../bench/random.ts'
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
    finish: ({ rules, layout }) => {
      const styles = idStyles(chance)
      const sides = {
        source: numbered(source, { chance, style: styles.source }),
        target: numbered(target, { chance, style: styles.target }),
      }
      const truth = mergeTwins(mergeTwins(groups, 'source'), 'target').map((group): TruthGroup => {
        const ids = {
          source: group.source.map((draft) => sides.source.idOf(draft)),
          target: group.target.map((draft) => sides.target.idOf(draft)),
        }
        return group.kind === undefined ? ids : { ...ids, kind: group.kind }
      })
      return {
        source: sides.source.records,
        target: sides.target.records,
        truth,
        rules: rules as readonly RuleInput[],
        layout: { ...layout, ids: styles.name },
      }
    },
  }
}

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
    const isOfPairs =
      group.source.length === group.target.length && (group.source.length === 1 || group.kind === 'any-pairing')
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
  { chance, style }: { readonly chance: Chance; readonly style: IdStyle },
): { readonly records: readonly CanonicalRecord[]; readonly idOf: (draft: Draft) => string } {
  const useless = uselessColumns(chance)
  const booked = chance
    .shuffled(drafts)
    .sort((a, b) => ((a['date'] ?? '') < (b['date'] ?? '') ? -1 : (a['date'] ?? '') > (b['date'] ?? '') ? 1 : 0))
  const ids = new Map<Draft, string>()
  const records = booked.map((draft, index) => {
    const id = draft['id'] ?? style(index + 1)
    ids.set(draft, id)
    return recordOf({ ...useless(index + 1), ...draft }, id)
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
