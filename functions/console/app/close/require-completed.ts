import type { RunRecord } from '@tallystick/client'

/** Throws with the reason where the run of a period has failed. */
export function requireCompleted({ status, failure }: RunRecord): void {
  if (status !== 'completed') throw new Error(failure?.detail ?? `The run is ${status}.`)
}
