import { linesOf } from '@tallystick/engine/base'
import { type DatasetSummary, openSniffedIntake } from '@tallystick/engine/intake'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { ReadSide } from './engine-types.ts'
import { partsOf } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** The canonical records of a file, in its order. Throws where the file has faults: `readFile` tells which. */
export async function readRecords(modules: ReadModules, side: ReadSide): Promise<readonly CanonicalRecord[]> {
  return (await readCanonical(modules, side)).lines.map((line): CanonicalRecord => JSON.parse(line))
}

type ReadModules = Pick<EngineModules, 'sha256' | 'openRows'>

/** The same as lines, with what is said of the file as a whole. */
export async function readCanonical(
  { sha256, openRows }: ReadModules,
  { file, settings }: ReadSide,
): Promise<{ readonly lines: readonly string[]; readonly summary: DatasetSummary }> {
  const intake = openSniffedIntake({ ...settings, sha256, rows: openRows })
  let text = ''
  for await (const bytes of partsOf(file)) for (const chunk of intake.write(bytes)) text += chunk.text
  const end = intake.end()
  if (!end.ok) throw new Error(`${file.name} cannot be read: ${end.faults[0]?.detail}`)
  for (const chunk of end.chunks) text += chunk.text
  return { lines: linesOf(text), summary: end.summary }
}
