import { formatDecision, formatLines, formatNote } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { effectFaults } from './effect-faults.ts'
import { readKey } from './key-file.ts'
import { openToChange, saveChanged, settled } from './open-period.ts'
import type { OpenPeriod } from './period-place.ts'
import { readDecisions } from './read-decisions.ts'

/** Adds a batch of decisions, all or none of them, signed by the key of who decides. */
export async function decideItems(
  input: CloseArguments,
): Promise<ConfigResult<{ readonly ids: readonly string[]; readonly period: OpenPeriod }>> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  if (!key.ok || !opened.ok) return { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
  const { files, period } = opened.value
  const time = new Date().toISOString()
  const read = await readDecisions(input, opened.value, { actor: key.value.publicKey, time })
  if (!read.ok) return read
  const lines = read.value.map(({ line }) => formatDecision(line))
  const notes = read.value.flatMap(({ note }) => (note === undefined ? [] : [formatNote(sha256, note)]))
  const all = [...period.decisions.map(formatDecision), ...lines]
  const batch = key.value.signLine({
    kind: 'tallystick/decisions@1',
    period: period.manifest.period.name,
    count: all.length,
    root: rootOfLines(sha256, all),
    time,
  })
  const next = settled({
    ...files,
    'decisions.ndjson': formatLines(all),
    'notes.ndjson': files['notes.ndjson'] + formatLines(notes),
    'signoffs.ndjson': files['signoffs.ndjson'] + batch,
  })
  if (!next.ok) return next
  const ids = read.value.map(({ line }) => line.id)
  const faults = effectFaults(next.value.folded.decisions, new Set(ids))
  const saved: ConfigResult<OpenPeriod> =
    faults.length > 0 ? { ok: false, faults } : saveChanged(input, next.value.files)
  return saved.ok ? { ok: true, value: { ids, period: saved.value } } : saved
}
