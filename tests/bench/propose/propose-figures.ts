import { ratioText, spreadOf, spreadText, tableText, wholeText } from '../figures.ts'
import type { JobReport } from './propose-job.ts'

export interface Round {
  readonly proposal: JobReport
  readonly run: JobReport
}

/** What was measured of one pair. */
export interface PairFigures {
  readonly kind: string
  readonly counts: { readonly source: number; readonly target: number }
  /** How many of its rules claim. */
  readonly claimingCount: number
  readonly rounds: readonly Round[]
  readonly f1: number
  readonly wrongShare: number
  /** How many matches are suggested, how many of these are wrong, and how many by estimate. */
  readonly suggested: { readonly count: number; readonly wrong: number; readonly estimated: number }
}

interface FiguresText {
  readonly recordCount: number
  /** What was measured, and on what machine. */
  readonly about: readonly string[]
}

/** The figures of all pairs as Markdown: times, and what the rules are worth. */
export function proposeText(pairs: readonly PairFigures[], { recordCount, about }: FiguresText): string {
  return [
    `### Proposed rules, ${wholeText(recordCount)} records a side`,
    about.map((line) => `- ${line}`).join('\n'),
    tableText(
      ['pair', 'read, ms', 'run, ms', 'read all, ms', 'propose, ms', 'ratio', 'worst ratio'],
      pairs.map(({ kind, rounds }) => {
        const of = (pick: (round: Round) => number) => spreadOf(rounds.map(pick))
        const ratios = of(({ proposal, run }) => (proposal.read + proposal.work) / (run.read + run.work))
        return [
          kind,
          spreadText(of(({ run }) => run.read)),
          spreadText(of(({ run }) => run.work)),
          spreadText(of(({ proposal }) => proposal.read)),
          spreadText(of(({ proposal }) => proposal.work)),
          ratioText(ratios.median),
          ratioText(ratios.max),
        ]
      }),
    ),
    tableText(
      ['pair', 'source', 'target', 'claiming rules', 'F1', 'wrong', 'suggested', 'of these wrong', 'by estimate'],
      pairs.map(({ kind, counts, claimingCount, f1, wrongShare, suggested }) => [
        kind,
        wholeText(counts.source),
        wholeText(counts.target),
        wholeText(claimingCount),
        f1.toFixed(4),
        `${(100 * wrongShare).toFixed(2)} %`,
        wholeText(suggested.count),
        wholeText(suggested.wrong),
        wholeText(suggested.estimated),
      ]),
    ),
  ].join('\n\n')
}
