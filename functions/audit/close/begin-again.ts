import { linesOf, type Sha256 } from '@tallystick/engine/base'
import { addDataset, formatLines, formatSigned, type PeriodFiles } from '@tallystick/engine/close'
import { sides } from '@tallystick/engine/record'
import type { EvidenceUse } from '../verify/evidence-file.ts'
import { type OwnPeriod, settleOwn } from './own-period.ts'

/**
 * Begins a period again, as another edition of the period before hands it on: `begun` with the files that were read, and
 * what was decided and typed. Decisions that no longer apply lapse. Sign-offs are of what was handed on before, and end.
 */
export function beginAgain(
  sha256: Sha256,
  begun: PeriodFiles,
  { files, period: { manifest, signed } }: OwnPeriod,
): EvidenceUse<OwnPeriod> {
  const { parts }: OwnPeriod['period']['manifest'] = JSON.parse(begun['manifest.json'])
  const datasets = sides.flatMap((side) => {
    const known = new Set(parts[side].map(({ root }) => root))
    const lines = linesOf(files[`${side}.ndjson`])
    let end = 0
    return manifest.parts[side].flatMap(({ kind, root, file, count }) => {
      end += count
      return kind === 'dataset' && !known.has(root) ? [{ side, file, lines: lines.slice(end - count, end) }] : []
    })
  })
  const batches = signed.filter(({ kind }) => kind === 'tallystick/decisions@1')
  return settleOwn(sha256, {
    ...datasets.reduce((all, dataset) => addDataset(sha256, all, dataset), begun),
    'decisions.ndjson': files['decisions.ndjson'],
    'notes.ndjson': files['notes.ndjson'],
    'balances.json': files['balances.json'],
    'signoffs.ndjson': formatLines(batches.map(formatSigned)),
  })
}
