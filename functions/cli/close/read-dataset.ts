import { basename } from 'node:path'
import type { ReadDataset } from '@tallystick/audit/close/add-read-files'
import { type JsonObject, linesOf } from '@tallystick/engine/base'
import { type DatasetSummary, openSniffedIntake } from '@tallystick/engine/intake'
import type { BySide, Side } from '@tallystick/engine/record'
import { fileFault } from '../file-fault.ts'
import { partsOf } from '../file-parts.ts'
import { type FileSettings, readFileSettings } from '../file-settings.ts'
import { openRows } from '../open-rows.ts'
import { type ConfigResult, readMapping } from '../read-config.ts'
import { rowFaultTexts } from '../row-fault-texts.ts'
import { sha256 } from '../sha256.ts'
import { withMappingOption } from '../with-mapping-option.ts'
import type { CloseArguments } from './close-arguments.ts'

/** A dataset with all that its intake says of it, its warnings among it. */
interface ReadFile extends ReadDataset {
  readonly summary: DatasetSummary
}

/** Reads files of both sides, with the options for reading. Returns the faults of all files together. */
export async function readDatasets(
  input: CloseArguments,
  { paths, mapping: written }: { readonly paths: BySide<readonly string[]>; readonly mapping: JsonObject | undefined },
): Promise<ConfigResult<readonly ReadFile[]>> {
  const mapping = await readMapping(written && JSON.stringify(written))
  const [source, target] = [settingsOf(input, 'source'), settingsOf(input, 'target')]
  const faults = [mapping, source, target].flatMap((each) => (each.ok ? [] : each.faults))
  if (!mapping.ok || !source.ok || !target.ok) return { ok: false, faults: [...new Set(faults)] }
  const settings = { source: source.value, target: target.value }
  const datasets: ReadFile[] = []
  const found: string[] = []
  for (const side of ['source', 'target'] as const)
    for (const path of paths[side]) {
      const read = await readDataset({ side, path, options: { ...settings[side], mapping: mapping.value[side] } })
      if (read.ok) datasets.push(read.value)
      else found.push(...withMappingOption(side, read.faults))
    }
  return found.length > 0 ? { ok: false, faults: found } : { ok: true, value: datasets }
}

/** The settings of a side; a single value counts for both. Of an adapter such as `bank:main` the kind counts. */
export function settingsOf(input: CloseArguments, side: Side): ConfigResult<FileSettings> {
  const word = (name: string): string | undefined => wordOfSide(input, name, side)
  return readFileSettings({
    currency: word('currency'),
    encoding: word('encoding'),
    kind: word('adapter')?.replace(/:.*$/, ''),
    level: word('level'),
    sheet: word('sheet'),
  })
}

/** What an option says of a side that may be there once, or twice: for the source and then for the target. */
export const wordOfSide = ({ values }: CloseArguments, name: string, side: Side): string | undefined =>
  (side === 'target' ? values.get(name)?.[1] : undefined) ?? values.get(name)?.[0]

interface DatasetRequest {
  readonly side: Side
  readonly path: string
  readonly options: FileSettings & { readonly mapping: Parameters<typeof openSniffedIntake>[0]['mapping'] }
}

async function readDataset({ side, path, options }: DatasetRequest): Promise<ConfigResult<ReadFile>> {
  let readCount = 0
  const onRecords = (lines: Uint32Array): void => {
    readCount += lines.length
  }
  const intake = openSniffedIntake({ ...options, sha256, rows: openRows, onRecords })
  const texts: string[] = []
  try {
    for await (const { bytes } of partsOf(path)) texts.push(...intake.write(bytes).map(({ text }) => text))
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  const end = intake.end()
  if (!end.ok)
    return { ok: false, faults: rowFaultTexts({ path, format: intake.format(), faults: end.faults, readCount }) }
  const { summary } = end
  const lines = linesOf([...texts, ...end.chunks.map(({ text }) => text)].join(''))
  return { ok: true, value: { side, file: basename(path), lines, summary } }
}
