import { type Checkpoint, openTileTree, TileError, type TileTree } from '@tallystick/engine/log'
import { verifyConsistency } from '@tallystick/engine/merkle'
import { sha256 } from '../sha256.ts'
import type { LogFiles } from './log-files.ts'

export interface Comparison {
  /** `unknown`: files that would prove it are missing. */
  readonly verdict: 'begins' | 'does not begin' | 'unknown'
  readonly detail: string
  /** The tiles of the later log, verified as they are read; undefined where they were not needed or are missing. */
  readonly tree?: TileTree
}

/**
 * Whether the log of the `later` checkpoint begins with the log of the `earlier` one, which is not larger. The proof is
 * made against the two signed roots, so the files need not be trusted: from the tiles of the later log, or from a
 * consistency proof where tiles are missing. Throws `UnreachableError`.
 */
export async function compareLogs(earlier: Checkpoint, later: Checkpoint, files: LogFiles): Promise<Comparison> {
  if (earlier.size === later.size) return compareRoots(earlier, later)
  try {
    const tree = await openTileTree(sha256, later, files.read)
    return { ...byRoot(earlier, later, await tree.rootOf(earlier.size)), tree }
  } catch (error) {
    if (!(error instanceof TileError)) throw error
    if (error.fault === 'wrong')
      return { verdict: 'does not begin', detail: `The tiles are not those of the signed log. ${error.message}.` }
    return byProof(earlier, later, { files, missing: error.message })
  }
}

export const compareRoots = (one: Checkpoint, other: Checkpoint): Comparison =>
  one.root === other.root
    ? { verdict: 'begins', detail: `Both logs have size ${one.size} and the same root.` }
    : { verdict: 'does not begin', detail: `Two logs of size ${one.size} were signed, with different roots.` }

function byRoot(earlier: Checkpoint, later: Checkpoint, root: string): Comparison {
  return root === earlier.root
    ? {
        verdict: 'begins',
        detail: `The log of size ${later.size} begins with that of size ${earlier.size}, by its tiles.`,
      }
    : {
        verdict: 'does not begin',
        detail: `The first ${earlier.size} entries of the log of size ${later.size} have the root ${root}, and ${earlier.root} was signed.`,
      }
}

async function byProof(
  earlier: Checkpoint,
  later: Checkpoint,
  { files, missing }: { readonly files: LogFiles; readonly missing: string },
): Promise<Comparison> {
  const proof = await files.consistency(earlier.size, later.size)
  if (proof === undefined)
    return { verdict: 'unknown', detail: `${missing} at ${files.place}, and no consistency proof is given.` }
  const isBetween = proof.from === earlier.size && proof.to === later.size
  return isBetween && verifyConsistency(sha256, { fromRoot: earlier.root, toRoot: later.root, proof })
    ? {
        verdict: 'begins',
        detail: `The log of size ${later.size} begins with that of size ${earlier.size}, by a proof.`,
      }
    : { verdict: 'does not begin', detail: 'The consistency proof does not lead from one signed root to the other.' }
}
