import { engineVersion } from '@tallystick/engine/base'
import type { RunRow } from '../store/run-store.ts'

/**
 * The sentence that a run was made by another engine version, which only a program of that version executes again;
 * undefined for a run of this version.
 */
export const otherEngineOf = (run: Pick<RunRow, 'engineVersion'>): string | undefined =>
  run.engineVersion === engineVersion
    ? undefined
    : `This run was made by engine version ${run.engineVersion}, and this is version ${engineVersion}.`
