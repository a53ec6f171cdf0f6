import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from './step.ts'

/** The variable that has the seed. */
export const seedVariable = 'TALLYSTICK_SEED'

/**
 * The files of each project in an order that follows from the seed and their paths. The projects stay apart, as they do in
 * vitest's own order: a Worker that has another project between two of its files begins anew.
 */
export class ShuffledFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .map((file) => ({ file, place: `${file.project.name} ${hashOf(relative(root, file.moduleId))}` }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ file }) => file)
  }
}

const hashOf = (path: string): string =>
  createHash('sha256').update(`${process.env[seedVariable]} ${path}`).digest('hex')
