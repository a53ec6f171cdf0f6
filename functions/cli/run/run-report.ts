import type { EvidenceManifest, RunRecord } from '@tallystick/client'
import { linesOf, padded } from '../reconcile/text-table.ts'
import { type Finished, type SideCounts, summaryBlocks } from '../reconcile/totals-report.ts'
import { counted, printable } from '../terminal.ts'

interface ReportedRun {
  readonly run: RunRecord
  readonly manifest: EvidenceManifest
  readonly address: string
  readonly out: string | undefined
}

type Summary = NonNullable<RunRecord['summary']>

/**
 * The report of a completed run: its sides, the tables of `tallystick reconcile`, and where to read more. Blocks with a
 * blank line between them; ends with a newline. Throws for a run without a summary.
 */
export function formatRunReport(reported: ReportedRun): string {
  return [sideLines(reported.run), ...summaryBlocks(finishedRun(reported)), placeLines(reported)]
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
}

/**
 * The figures of a run as far as the service returns them. Exclusions by rule and sums of residuals are left empty:
 * they are only in the lines of the result.
 */
function finishedRun({ run, manifest, out }: ReportedRun): Finished {
  const { summary } = run
  if (summary === null) throw new Error(`The run ${run.id} is ${run.status} without a summary`)
  const { totals, leafCount, outputHash } = manifest
  return {
    summary,
    leafCount,
    resultRoot: outputHash,
    totals,
    sides: {
      source: countsOf('source', { run, manifest, summary }),
      target: countsOf('target', { run, manifest, summary }),
    },
    excluding: [],
    residualSums: [],
    out,
    reportPath: undefined,
  }
}

/**
 * Counts of one side. The totals of the manifest count residuals as records, so the difference to the record count is
 * the number of residuals.
 */
function countsOf(
  side: 'source' | 'target',
  { run, manifest, summary }: Pick<ReportedRun, 'run' | 'manifest'> & { readonly summary: Summary },
): SideCounts {
  const { recordCount } = run[side]
  const count = Object.values(manifest.totals[side]).reduce((sum, each) => sum + each.count, 0)
  const { matched, open, netted } = summary[side]
  return { recordCount, residualCount: count - recordCount, excludedCount: count - matched - open - netted }
}

function sideLines(run: RunRecord): readonly string[] {
  const sides = [
    ['source', run.sourceAdapter, run.source],
    ['target', run.targetAdapter, run.target],
  ] as const
  const columns = [
    padded(sides.map(([name]) => name)),
    padded(sides.map(([, adapter]) => printable(adapter))),
    padded(sides.map(([, , { recordCount }]) => counted(recordCount, 'record'))),
    sides.map(([, adapter, { datasetId }]) => (datasetId === null || adapter.endsWith(datasetId) ? '' : datasetId)),
  ]
  return linesOf(columns, '  ')
}

function placeLines({ run, address }: ReportedRun): readonly string[] {
  const { self, results, evidence } = run.links
  const places = {
    run: `${address}${self}`,
    results: `${address}${results}`,
    breaks: `${address}${results}?view=breaks`,
    evidence: `${address}${evidence}`,
  }
  return Object.entries(places).map(([name, place]) => `${name.padEnd(14)}${place}`)
}
