import { addReadFiles } from '@tallystick/audit/close/add-read-files'
import { openToChange, settleOwn } from '@tallystick/audit/close/own-period'
import { keepMapping } from '@tallystick/engine/close'
import { canonicalPolicy } from '@tallystick/engine/rules'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readCloseRules } from './close-rules.ts'
import { mappingOf } from './kept-mapping.ts'
import { keepPeriod, openPeriod } from './open-period.ts'
import type { AddedFile, OpenPeriod } from './period-place.ts'
import { readDatasets } from './read-dataset.ts'

/** Adds files to the period, and runs its rules over all that it has. */
export async function addFiles(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly added: readonly AddedFile[]; readonly period: OpenPeriod }>> {
  const folder = openPeriod(input)
  const opened = folder.ok ? openToChange(folder.value) : folder
  if (!opened.ok) return opened
  const { source = [], target = [] } = Object.fromEntries(input.values)
  const mapping = await mappingOf(input, opened.value.period.manifest.mapping)
  if (!mapping.ok) return mapping
  const read = await readDatasets(input, { paths: { source, target }, mapping: mapping.value })
  const rules = wordOf(input, 'rules') === undefined ? undefined : await readCloseRules(wordOf(input, 'rules'))
  const faults = [...(read.ok ? [] : read.faults), ...(rules?.ok === false ? rules.faults : [])]
  if (faults.length > 0 || !read.ok || rules?.ok === false) return { ok: false, faults }
  const datasets = addReadFiles(sha256, opened.value, read.value)
  if (!datasets.ok) return datasets
  const kept = keepMapping(datasets.value, mapping.value)
  const files = rules === undefined ? kept : { ...kept, 'rules.json': canonicalPolicy(rules.value) }
  const saved = keepPeriod(input, settleOwn(sha256, files))
  if (!saved.ok) return saved
  const added = read.value.map(({ side, file, lines, summary }) => ({
    ...{ side, file, recordCount: lines.length },
    warnings: summary.warnings,
  }))
  return { ok: true, value: { added, period: saved.value } }
}
