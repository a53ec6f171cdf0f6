import type { RunOverview, ShownWarning, Side } from '../engine-worker/engine-types.ts'
import { type RunAgain, runFiles } from '../local-run/run-again.ts'
import { withTurnedTarget } from './turned-policy.ts'

/** What a person can do about a warning with one click. */
export type Cure =
  | { readonly kind: 'run'; readonly label: string; readonly again: RunAgain }
  /** Leads to the first page: to other files, or to the rules that the files suggest. */
  | { readonly kind: 'files' | 'propose'; readonly label: string }

type CuredRun = Pick<RunOverview, 'origin' | 'policy' | 'sides' | 'totals' | 'summary'>

export const poorWarning: ShownWarning = {
  code: 'little_matched',
  detail: 'The rules hardly fit these two files.',
}

export function curesOf(run: CuredRun, { code, side }: ShownWarning): readonly Cure[] {
  if (code === 'sides_mirrored')
    return [
      {
        kind: 'run',
        label: `Turn the signs of ${run.sides.target.name}`,
        again: { kind: 'rules', policy: withTurnedTarget(run.policy) },
      },
    ]
  if (run.origin !== 'local') return []
  if (code === 'currency_on_one_side') return currencyCures(run, side)
  if (code === 'same_records' || code === 'periods_apart') return [{ kind: 'files', label: 'Choose other files' }]
  return code === poorWarning.code ? [{ kind: 'propose', label: 'Let the two files suggest rules' }] : []
}

/** Offered while the files of the run are still chosen, and where the other side has a single currency. */
function currencyCures(run: CuredRun, side: Side | undefined): readonly Cure[] {
  if (side === undefined || runFiles(run) === undefined) return []
  const [currency, ...others] = Object.keys(run.totals[side === 'source' ? 'target' : 'source'])
  if (currency === undefined || others.length > 0) return []
  const label = `Read ${run.sides[side].name} as ${currency}`
  return [{ kind: 'run', label, again: { kind: 'currency', side, currency } }]
}
