import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { formatGraphviz } from '../../../engine/index.ts'
import { graphOf } from '../../engine/support/graph-of.ts'
import { unfriendlyCase } from '../../engine/support/graph-samples.ts'

const isInstalled = spawnSync('dot', ['-V']).status === 0

it.skipIf(!isInstalled)('is drawn by Graphviz without a word of complaint', () => {
  const graph = graphOf(unfriendlyCase)
  const { status, stdout, stderr } = spawnSync('dot', ['-Tsvg'], { input: formatGraphviz(graph), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.match(/<g id="node\d+"/g)).toHaveLength(graph.nodes.length)
  expect(stdout.match(/<g id="edge\d+"/g)).toHaveLength(graph.edges.length)
})
