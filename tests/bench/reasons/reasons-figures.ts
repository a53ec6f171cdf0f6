import { tableText, wholeText } from '../figures.ts'
import type { Verdict } from './judge.ts'
import { type JudgedWorld, type Mode, modes } from './judge-world.ts'
import { cleanKind } from './world.ts'

/** How many breaks of a kind have each verdict, and how many matches are wrong. */
export type KindCounts = { readonly [name in Verdict | 'wrong']: number }

export const noCounts: KindCounts = { right: 0, useless: 0, misleading: 0, wrong: 0 }

export const addCounts = (left: KindCounts, right: KindCounts): KindCounts => ({
  right: left.right + right.right,
  useless: left.useless + right.useless,
  misleading: left.misleading + right.misleading,
  wrong: left.wrong + right.wrong,
})

/** The verdicts of a world's breaks of a kind, and its wrong matches. */
export function countsOf({ breaks, wrongMatches }: JudgedWorld, kind: string): KindCounts {
  const count = (verdict: string): number =>
    breaks.filter((each) => each.kind === kind && each.verdict === verdict).length
  const wrong = wrongMatches.filter((each) => each.kind === kind).length
  return { right: count('right'), useless: count('useless'), misleading: count('misleading'), wrong }
}

type CountsByKind = ReadonlyMap<string, ReadonlyMap<Mode, KindCounts>>

interface FiguresText {
  readonly set: string
  readonly about: readonly string[]
}

/** The figures of a set of kinds as Markdown: one row a kind, then shares in all. */
export function reasonsText(counts: CountsByKind, { set, about }: FiguresText): string {
  const kinds = [...counts].filter(([kind]) => kind !== cleanKind)
  const columns = modes.flatMap((mode) => [`${mode}: right`, 'useless', 'misleads', 'wrong'])
  const rowOf = (name: string, ofModes: ReadonlyMap<Mode, KindCounts> | undefined): readonly string[] => [
    name,
    ...modes.flatMap((mode) => cellsOf(ofModes?.get(mode) ?? noCounts)),
  ]
  const clean = counts.get(cleanKind)
  return [
    `### Reasons, ${set} kinds`,
    about.map((line) => `- ${line}`).join('\n'),
    tableText(
      ['kind', ...columns],
      [
        ...kinds.map(([kind, ofModes]) => rowOf(kind, ofModes)),
        rowOf('all kinds', sumOf(kinds.map(([, ofModes]) => ofModes))),
        rowOf('records that should match', clean),
      ],
    ),
    tableText(
      ['rules', 'breaks', 'right', 'misleading', 'right, mean of kinds', 'misleading, mean of kinds'],
      modes.map((mode) =>
        sharesOf(
          mode,
          kinds.flatMap(([, ofModes]) => ofModes.get(mode) ?? []),
        ),
      ),
    ),
  ].join('\n\n')
}

const cellsOf = ({ right, useless, misleading, wrong }: KindCounts): readonly string[] =>
  [right, useless, misleading, wrong].map(wholeText)

function sumOf(all: readonly ReadonlyMap<Mode, KindCounts>[]): ReadonlyMap<Mode, KindCounts> {
  return new Map(
    modes.map((mode) => [mode, all.map((ofModes) => ofModes.get(mode) ?? noCounts).reduce(addCounts, noCounts)]),
  )
}

const breakCountOf = ({ right, useless, misleading }: KindCounts): number => right + useless + misleading

/** Shares of all breaks, and the means of the shares of each kind that has breaks. */
function sharesOf(mode: Mode, kinds: readonly KindCounts[]): readonly string[] {
  const all = kinds.reduce(addCounts, noCounts)
  const open = kinds.filter((kind) => breakCountOf(kind) > 0)
  const meanOf = (name: Verdict): number =>
    open.reduce((sum, kind) => sum + kind[name] / breakCountOf(kind), 0) / Math.max(1, open.length)
  const shareOf = (name: Verdict): number => all[name] / Math.max(1, breakCountOf(all))
  const shares = [shareOf('right'), shareOf('misleading'), meanOf('right'), meanOf('misleading')]
  return [mode, wholeText(breakCountOf(all)), ...shares.map((share) => `${(100 * share).toFixed(1)} %`)]
}
