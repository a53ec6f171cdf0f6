import { at } from '@tallystick/engine/base'
import { countedParts, formatKept, type ReadPeriod, rowsLeftOut } from '@tallystick/engine/close'
import type { BySide, Side } from '@tallystick/engine/record'
import type { PinnedSide, RunPeriod } from '@tallystick/schema/json-columns'
import { type RootedLines, rootedLines } from '../store/close-line-store.ts'
import type { PeriodRow } from '../store/period-store.ts'
import type { GatheredEarlier } from './gather-earlier.ts'
import type { ReadDataset } from './period-lines.ts'
import type { StoredFiles } from './period-run-files.ts'

/** What a run of a period is pinned to: its sides with their parts, and the roots of what no dataset has. */

type Lines = { readonly [name in 'opening' | 'aside' | 'instructions' | 'kept']: RootedLines }

/** `period` is as its run has left it. */
export const linesOfPeriod = async (files: StoredFiles, period: ReadPeriod): Promise<Lines> => ({
  opening: await rootedLines(files['opening.ndjson']),
  aside: await rootedLines(files['aside.ndjson']),
  instructions: await rootedLines(files['instructions.ndjson']),
  kept: await rootedLines(formatKept(period)),
})

export const runPeriodOf = (
  { id, revision }: PeriodRow,
  period: ReadPeriod,
  { opening, earlier, aside, instructions, kept }: Lines & { readonly earlier: GatheredEarlier },
): RunPeriod => ({
  ...{ id, revision, opening: opening.root, earlier: earlier.root, earlierParts: earlier.parts, aside: aside.root },
  kept: { root: kept.root, count: countOfKept(period) },
  instructions: period.instructions.length === 0 ? null : instructions.root,
  instructionCount: period.instructions.length,
})

const countOfKept = ({ records: { source, target }, result }: ReadPeriod): number =>
  source.length + target.length + result.length

export function pinnedSides(
  { manifest, aside, result }: ReadPeriod,
  datasets: readonly ReadDataset[],
): BySide<PinnedSide> {
  const lines = [...result]
  const [header, totals] = [lines[0], lines.at(-1)]
  if (header?.kind !== 'tallystick/result@1' || totals?.kind !== 'totals')
    throw new Error('A result begins with its header, and ends with its totals')
  const sideOf = (side: Side): PinnedSide => {
    const { count, root } = header[side]
    const ids = datasets.filter((dataset) => dataset.side === side).map(({ id }) => id)
    return {
      datasetId: null,
      root,
      recordCount: count,
      totals: Object.fromEntries(Object.entries(totals[side]).map(([currency, { total }]) => [currency, total])),
      parts: countedParts(manifest.parts[side], rowsLeftOut(aside, side)).map(
        ({ kind, whole, count: taken }, index) => ({
          ...{ kind, root: whole.root, count: taken, lineCount: whole.count },
          datasetId: kind === 'dataset' ? at(ids, index - 1) : null,
        }),
      ),
    }
  }
  return { source: sideOf('source'), target: sideOf('target') }
}
