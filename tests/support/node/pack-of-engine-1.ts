import { linesOfEngine1, summaryOfEngine1 } from '../../engine/support/engine-1.ts'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import type { PackFiles } from './pack.ts'

const stored = await seal({ ...sealedCase, forge: { result: linesOfEngine1, engine: '1' } })

/** The pack of a run of engine 1, which this program verifies and does not execute. */
export const packOfEngine1: PackFiles = packOf({
  ...stored,
  run: { ...stored.run, summary: summaryOfEngine1(stored.run.summary) },
})
