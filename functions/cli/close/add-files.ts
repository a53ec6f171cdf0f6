import { addDataset, distinctStatements, formatBalances, keepMapping, type PeriodFiles } from '@tallystick/engine/close'
import { canonicalPolicy } from '@tallystick/engine/rules'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readCloseRules } from './close-rules.ts'
import { mappingOf } from './kept-mapping.ts'
import { openToChange, saveChanged } from './open-period.ts'
import type { AddedFile, OpenPeriod } from './period-place.ts'
import { type ReadDataset, readDatasets } from './read-dataset.ts'

/** Adds files to the period, and runs its rules over all that it has. */
export async function addFiles(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly added: readonly AddedFile[]; readonly period: OpenPeriod }>> {
  const opened = openToChange(input)
  if (!opened.ok) return opened
  const { source = [], target = [] } = Object.fromEntries(input.values)
  const mapping = await mappingOf(input, opened.value.period.manifest.mapping)
  if (!mapping.ok) return mapping
  const read = await readDatasets(input, { paths: { source, target }, mapping: mapping.value })
  const rules = wordOf(input, 'rules') === undefined ? undefined : await readCloseRules(wordOf(input, 'rules'))
  const faults = [...(read.ok ? [] : read.faults), ...(rules?.ok === false ? rules.faults : [])]
  if (faults.length > 0 || !read.ok || rules?.ok === false) return { ok: false, faults }
  const datasets = addDatasets(opened.value, read.value)
  if (!datasets.ok) return datasets
  const kept = keepMapping(datasets.value, mapping.value)
  const files = rules === undefined ? kept : { ...kept, 'rules.json': canonicalPolicy(rules.value) }
  const saved = saveChanged(input, files)
  if (!saved.ok) return saved
  const added = read.value.map(({ side, file, lines }) => ({ side, file, recordCount: lines.length }))
  return { ok: true, value: { added, period: saved.value } }
}

function addDatasets({ files, period }: OpenPeriod, datasets: readonly ReadDataset[]): ConfigResult<PeriodFiles> {
  const { parts } = period.manifest
  const known = new Set(
    (['source', 'target'] as const).flatMap((side) => parts[side].map(({ root }) => `${side} ${root}`)),
  )
  const faults = datasets.flatMap(({ side, file, summary: { root } }) => {
    const isKnown = known.has(`${side} ${root}`)
    known.add(`${side} ${root}`)
    return isKnown ? [`${file}: its records were read before as a file of the ${side}`] : []
  })
  if (faults.length > 0) return { ok: false, faults }
  const { balances } = period
  const statements = [...balances.statements, ...datasets.flatMap((each) => each.statements)]
  const added = datasets.reduce((all, { side, file, lines }) => addDataset(sha256, all, { side, file, lines }), files)
  return {
    ok: true,
    value: { ...added, 'balances.json': formatBalances({ ...balances, statements: distinctStatements(statements) }) },
  }
}
