import { byOtherEngine } from '../../engine/support/other-engine.ts'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import type { PackFiles } from './pack.ts'

/** The pack of a run of an engine that this program is not, which it does not execute. */
export const packOfOtherEngine: PackFiles = packOf(await seal({ ...sealedCase, forge: byOtherEngine }))
