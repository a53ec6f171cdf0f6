import { spawnSync } from 'node:child_process'
import { formatGraphviz } from '@tallystick/engine/explain'
import { expect, it } from 'vitest'
import { graphOf } from '../../../engine/support/graph-of.ts'
import { unfriendlyCase } from '../../../engine/support/graph-samples.ts'

const isInstalled = spawnSync('dot', ['-V']).status === 0

/** XML as it is read. */
const textOf = (xml: string): string =>
  xml
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"' })[String(name)] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u2060', '')

it.skipIf(!isInstalled)(
  'is drawn by Graphviz without a word of complaint, with all that its tooltips have to say',
  () => {
    const graph = graphOf(unfriendlyCase)
    const { status, stdout, stderr } = spawnSync('dot', ['-Tsvg'], { input: formatGraphviz(graph), encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.match(/<g id="node\d+"/g)).toHaveLength(graph.nodes.length)
    expect(stdout.match(/<g id="edge\d+"/g)).toHaveLength(graph.edges.length)
    const tips = [...stdout.matchAll(/<g id="a_node\d+"><a xlink:title="([^"]*)"/g)].map(([, tip]) => textOf(tip ?? ''))
    expect(tips.map((tip) => tip.split('\n', 1)[0])).toEqual(
      graph.nodes.map(({ label }) => label.replace(/\p{Cc}/gu, ' ')),
    )
    expect(tips.map((tip) => tip.split('\n').at(-1))).toEqual(graph.nodes.map(({ hash }) => hash))
    const relations = [...stdout.matchAll(/<g id="a_edge\d+"><a xlink:title="(\w+)"/g)].map(([, relation]) => relation)
    expect(relations.sort()).toEqual(graph.edges.map(({ relation }) => relation).sort())
  },
)
