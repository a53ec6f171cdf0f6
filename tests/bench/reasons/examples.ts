import type { JudgedBreak } from './judge-world.ts'
import type { WorldJudged } from './judged-worlds.ts'
import { idsIn, saidBy } from './said.ts'

/** The breaks that are not right, of kinds with one of these texts in their name, each with its records and the truth. */
export function examplesText({ trade, mode, seed, world, judged }: WorldJudged, only: readonly string[]): string {
  const isAsked = (kind: string): boolean => only.some((text) => `${trade}: ${kind}`.includes(text))
  const textOf = ({ kind, verdict, why, line, suggestions }: JudgedBreak): string => {
    const said = saidBy(line, suggestions)
    const [first = ''] = idsIn(said)
    const { own, cause } = world.truthOf(first)
    const shown = [...new Set([...own, ...idsIn(said)])]
    return [
      `${verdict} (${trade}: ${kind}; ${mode}, seed ${seed})${why === undefined ? '' : `: ${why}`}`,
      `  says  ${JSON.stringify(line)}`,
      `  truth ${JSON.stringify(cause)}`,
      ...shown.map((id) => `  ${own.has(id) ? 'own   ' : 'other '}${JSON.stringify(world.truthOf(id).record)}`),
    ].join('\n')
  }
  return judged.breaks
    .filter(({ kind, verdict }) => verdict !== 'right' && isAsked(kind))
    .map(textOf)
    .join('\n\n')
}
