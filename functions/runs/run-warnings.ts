import type { ReconcileResult } from '@tallystick/engine'
import type { RunWarningRecord } from '../../schema/run.ts'

/** The stored warnings of a run with those that its execution found. */
export const withWarnings = (stored: string, found: ReconcileResult['warnings']): string =>
  JSON.stringify([...readWarnings(stored), ...found])

/** The stored warnings of a run that hold of its sides, whatever rules they are executed by. */
export const warningsOfSides = (stored: string): string =>
  JSON.stringify(readWarnings(stored).filter(({ code }) => code === 'no_dataset'))

const readWarnings = (stored: string): readonly RunWarningRecord[] => JSON.parse(stored)
