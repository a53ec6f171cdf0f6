import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the public vectors; undefined where they are not at hand. */
export const vectors = process.env['TALLYSTICK_VECTORS']

interface Vector {
  readonly case: string
  readonly wantErr: boolean
  readonly proof: readonly string[] | null
}

/** Hashes in base64. */
export interface InclusionVector extends Vector {
  readonly leafIdx: number
  readonly treeSize: number
  readonly root: string
  readonly leafHash: string
}

export interface ConsistencyVector extends Vector {
  readonly size1: number
  readonly size2: number
  readonly root1: string
  readonly root2: string
}

/** The vectors of a file of transparency-dev/merkle; none where they are not at hand. */
export const readInclusionVectors = (): readonly InclusionVector[] => readVectors('inclusion.json')
export const readConsistencyVectors = (): readonly ConsistencyVector[] => readVectors('consistency.json')

const readVectors = (name: string) =>
  vectors === undefined ? [] : JSON.parse(readFileSync(join(vectors, 'merkle', name), 'utf8'))
