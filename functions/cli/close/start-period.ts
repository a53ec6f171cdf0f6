import { followFiles } from '@tallystick/audit/close/follow-pack'
import { beginFirst, type PeriodFiles } from '@tallystick/engine/close'
import { isBegun } from '../evidence/folder-of-period.ts'
import { platform } from '../evidence/verify-here.ts'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readPackFiles, writeFolder } from './period-folder.ts'
import type { BegunPeriod } from './period-place.ts'
import { optionsOfFirst, readFirst } from './read-first.ts'

/** Begins a period in a folder: the first one with an opening, a later one from the pack of the period before. */
export async function start(input: CloseArguments): Promise<ConfigResult<BegunPeriod>> {
  const { folder } = input
  if (isBegun(folder)) return { ok: false, faults: [`${folder}: a period is there already, wanted another folder`] }
  const pack = wordOf(input, 'from')
  const files = pack === undefined ? await firstFiles(input) : await nextFiles(input, pack)
  if (!files.ok) return files
  const faults = writeFolder(folder, files.value)
  if (faults.length > 0) return { ok: false, faults }
  const { period, parts } = JSON.parse(files.value['manifest.json'])
  const { name, first, last } = period
  return {
    ok: true,
    value: { name, first, last, open: { source: parts.source[0].count, target: parts.target[0].count } },
  }
}

async function firstFiles(input: CloseArguments): Promise<ConfigResult<PeriodFiles>> {
  const first = await readFirst(input)
  return first.ok ? { ok: true, value: beginFirst(sha256, first.value) } : first
}

async function nextFiles({ values }: CloseArguments, path: string): Promise<ConfigResult<PeriodFiles>> {
  const extra = optionsOfFirst.filter((name) => values.has(name))
  if (extra.length > 0)
    return { ok: false, faults: extra.map((name) => `--${name} and --from are both there, and the pack says it`) }
  const pack = await readPackFiles(path)
  if (!pack.ok) return pack
  const next = await followFiles(platform, pack.value)
  return next.ok ? next : { ok: false, faults: next.faults.map((fault) => `${path}: ${fault}`) }
}
