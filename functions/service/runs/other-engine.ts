import { engineVersion } from '@tallystick/engine/base'
import type { RunRow } from '../store/run-store.ts'

/**
 * A sentence for a run that only a program of another version can execute again; undefined for a run of this version.
 */
export const otherEngineOf = (run: Pick<RunRow, 'engineVersion'>): string | undefined =>
  run.engineVersion === engineVersion
    ? undefined
    : `This run was made by engine version ${run.engineVersion}, and this is version ${engineVersion}.`
