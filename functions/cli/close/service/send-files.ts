import { type Side, sides } from '@tallystick/engine/record'
import { fileNameOf } from '../../file-parts.ts'
import { takeInterruption } from '../../interruption.ts'
import type { ConfigResult } from '../../read-config.ts'
import { readMapping } from '../../read-config.ts'
import { datasetOfFile } from '../../run/run-sides.ts'
import type { FileToUpload } from '../../upload/upload-file.ts'
import { createUploadProgress } from '../../upload/upload-progress.ts'
import { wordOf } from '../close-arguments.ts'
import type { AddedFile } from '../period-place.ts'
import { settingsOf } from '../read-dataset.ts'
import type { FoundPeriod } from './find-period.ts'
import type { ServiceWork } from './service-work.ts'

/** What the reconciliation says, of which only `start` tells the service. */
const optionsOfReconciliation = ['rules', 'adapter']

/** Uploads the files of both sides, and adds them to the period once all of them are there. */
export async function sendFiles(work: ServiceWork, found: FoundPeriod): Promise<ConfigResult<readonly AddedFile[]>> {
  const files = await filesOf(work, found)
  if (!files.ok) return files
  const sent: (AddedFile & { readonly datasetId: string })[] = []
  for (const { side, file } of files.value) {
    const dataset = await upload(work, file)
    if (!dataset.ok) return dataset
    const { id, root, recordCount, warnings } = dataset.value
    const name = fileNameOf(file.path)
    if (found.period.datasets.some((each) => each.side === side && each.root === root))
      return { ok: false, faults: [`${name}: its records were read before as a file of the ${side}`] }
    sent.push({ side, file: name, recordCount, warnings, datasetId: id })
  }
  for (const { side, datasetId } of sent) await work.client.periods.addDataset(found.period.id, { side, datasetId })
  return { ok: true, value: sent.map(({ datasetId, ...added }) => added) }
}

interface SideFile {
  readonly side: Side
  readonly file: FileToUpload
}

/** The files with what the reconciliation knows of their side, unless an option says otherwise. */
async function filesOf(
  { input }: ServiceWork,
  { reconciliation }: FoundPeriod,
): Promise<ConfigResult<readonly SideFile[]>> {
  const mapping = await readMapping(wordOf(input, 'mapping'))
  const settings = { source: settingsOf(input, 'source'), target: settingsOf(input, 'target') }
  const { source, target } = settings
  const faults = [
    ...[mapping, source, target].flatMap((each) => (each.ok ? [] : each.faults)),
    ...optionsOfReconciliation
      .filter((name) => input.values.has(name))
      .map((name) => `--${name} is there, which the reconciliation ${reconciliation.name} has`),
  ]
  if (faults.length > 0 || !mapping.ok || !source.ok || !target.ok) return { ok: false, faults: [...new Set(faults)] }
  const own = { source: source.value, target: target.value }
  const fileOf = (side: Side, path: string): FileToUpload => {
    const { adapter, currency, mapping: kept } = reconciliation[side]
    const { encoding, level, sheet } = own[side]
    return {
      ...{ path, adapter, name: undefined, format: undefined, encoding, level, sheet },
      currency: own[side].currency ?? currency ?? undefined,
      mapping: mapping.value[side] ?? kept ?? undefined,
    }
  }
  const files = sides.flatMap((side) =>
    (input.values.get(side) ?? []).map((path) => ({ side, file: fileOf(side, path) })),
  )
  return { ok: true, value: files }
}

function upload({ client, input, terminal }: ServiceWork, file: FileToUpload) {
  const interruption = takeInterruption()
  const progress = createUploadProgress(terminal)
  const { signal } = interruption
  return datasetOfFile({ client, address: input.address, progress, signal }, file).finally(() => {
    progress.clear()
    interruption.end()
  })
}
