import {
  formatBalances,
  formatLines,
  formatNote,
  noBalances,
  type PeriodBalances,
  parseBalances,
} from '@tallystick/engine/close'
import { sha256 } from '../platform/hasher.ts'
import type { DecisionRow } from '../store/decision-store.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { soundOf } from './sound.ts'

interface Said {
  readonly rows: readonly DecisionRow[]
  readonly statements: PeriodBalances['statements']
}

/** The files that people and statements fill, whether a run has read them or not. */
export const decidedFiles = (row: PeriodRow, { rows, statements }: Said) => ({
  'decisions.ndjson': formatLines(rows.map(({ line }) => line)),
  'notes.ndjson': formatLines([
    ...new Set(rows.flatMap(({ note }) => (note === null ? [] : [formatNote(sha256, note)]))),
  ]),
  'balances.json': formatBalances({ ...balancesOf(row), statements }),
})

/** What was typed for a period. */
const balancesOf = ({ balances }: PeriodRow) =>
  balances === '' ? noBalances : soundOf(parseBalances(balances), 'The balances of the period')
