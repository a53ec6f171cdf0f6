import type { Side } from '@tallystick/engine/record'
import type { SideReading } from '../engine-worker/engine-types.ts'
import { isTooLongTogether, tooLongTogether } from '../engine-worker/pack-files.ts'
import { curedFile, partsByFile } from '../local-run/local-files.ts'
import { FileFaults } from '../parts/file-faults.tsx'
import { ReadSettings } from './read-settings.tsx'

interface Refused {
  readonly file: File
  readonly reading: Extract<SideReading, { ok: false }>
}

export function RefusedFile({ side, ...refused }: Refused & { readonly side: Side }) {
  const parts = partsByFile.get(refused.file)
  if (parts !== undefined && isTooLongTogether(parts, refused.reading.faults))
    return (
      <p class="notice fault" role="alert">
        {tooLongTogether}
      </p>
    )
  return (
    <>
      <FileFaults {...faultyPart(side, refused)} />
      <ReadSettings side={side} />
    </>
  )
}

/** Of several files the first one that is refused, since its lines are those that the faults name. */
function faultyPart(side: Side, { file, reading }: Refused) {
  const [first] = reading.faults
  const part = partsByFile.get(file)?.find(({ name }) => name === first?.file)
  const of = curedFile(side, file)
  if (part === undefined) return { of, reading }
  const faults = reading.faults.filter((fault) => fault.file === part.name)
  return { of: { ...of, file: part.file }, reading: { ...reading, faults } }
}
