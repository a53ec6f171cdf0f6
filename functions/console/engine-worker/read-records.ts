import { linesOf } from '@tallystick/engine/base'
import { openSniffedIntake } from '@tallystick/engine/intake'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { ReadSide } from './engine-types.ts'
import { partsOf } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** The canonical records of a file, in its order. Throws where the file has faults: `readFile` tells which. */
export async function readRecords(
  { sha256, openRows }: EngineModules,
  { file, settings }: ReadSide,
): Promise<readonly CanonicalRecord[]> {
  const intake = openSniffedIntake({ ...settings, sha256, rows: openRows })
  let text = ''
  for await (const bytes of partsOf(file)) for (const chunk of intake.write(bytes)) text += chunk.text
  const end = intake.end()
  if (!end.ok) throw new Error(`${file.name} cannot be read: ${end.faults[0]?.detail}`)
  for (const chunk of end.chunks) text += chunk.text
  return linesOf(text).map((line): CanonicalRecord => JSON.parse(line))
}
