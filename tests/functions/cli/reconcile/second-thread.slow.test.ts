import { openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toHex, utf8 } from '@tallystick/engine/base'
import { rootOfLines } from '@tallystick/engine/merkle'
import { reconcile } from '@tallystick/engine/reconcile'
import { matchesAside, type ResultTree } from '@tallystick/engine/result'
import { compileRules } from '@tallystick/engine/rules'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSide, type SideRequest, type SideResult } from '../../../../functions/cli/reconcile/read-side.ts'
import {
  isWorthReading,
  isWorthThread,
  type SecondThread,
  startSecondThread,
} from '../../../../functions/cli/reconcile/second-thread.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { root } from '../../../support/node/step.ts'

const settings = { currency: undefined, encoding: undefined, kind: undefined, level: undefined, sheet: undefined }
const requestOf = (path: string): SideRequest => ({ ...settings, path, mapping: undefined, attributePaths: 'all' })
const sample = (name: string): string => join(root, 'tests/samples', name)

async function start(): Promise<SecondThread> {
  const started = await startSecondThread(sha256)
  if (started === undefined) throw new Error('Got no thread, wanted one')
  onTestFinished(started.end)
  return started
}

/** What a run reads of a side, without the functions of its table. */
function valuesOf(read: SideResult) {
  if (!read.ok) return read
  const { table, ...others } = read.side
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const textFields = ['id', 'currency', 'reference', 'description', ...table.attributePaths]
  return {
    ...others,
    lineByteCounts: table.lineByteCounts,
    texts: textFields.map((field) => rows.map(table.text(field).textAt)),
    amounts: rows.map(table.decimal('amount').textAt),
    dates: table.date('date'),
  }
}

describe('a side that the second thread reads', () => {
  it('has all that it has without the thread, one file after another', async () => {
    const { readSide: readInThread } = await start()
    for (const name of ['bank-statement.csv', 'ledger.csv']) {
      const counts: number[] = []
      const inThread = await readInThread(requestOf(sample(name)), (byteCount) => counts.push(byteCount))
      expect(valuesOf(inThread)).toEqual(valuesOf(await readSide(requestOf(sample(name)), () => {})))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(statSync(sample(name)).size)
    }
  })

  it('has the same faults', async () => {
    const { readSide: readInThread } = await start()
    const request = requestOf(sample('rules.json'))
    const faults = await readInThread(request, () => {})
    expect(faults.ok).toBe(false)
    expect(faults).toEqual(await readSide(request, () => {}))
  })

  it('is worth reading there if both files are large', () => {
    expect([2e7, 1e6, 0].map((other) => isWorthReading([2e9, other]))).toEqual([true, false, false])
  })
})

describe('lines that the second thread hashes or writes', () => {
  let tree: ResultTree
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`.repeat(index % 5))

  /** Adds lines as a result does: a part begins where the last one ended, or at the front. */
  function addLines(texts: readonly string[], front = ''): void {
    let start = front.length
    for (const line of texts) {
      tree.add(start, start + line.length)
      start += line.length + 1
    }
    tree.hash(utf8(`${front}${texts.join('\n')}\nnot a line yet`))
  }

  it.each([1, 7, 1_000])('have the root that they have without it, %i lines a part', async (atOnce) => {
    tree = (await start()).tree
    for (let first = 0; first < lines.length; first += atOnce)
      addLines(lines.slice(first, first + atOnce), first % 2 === 0 ? '' : 'hashed before\n')
    expect([tree.size(), toHex(tree.root())]).toEqual([lines.length, rootOfLines(sha256, lines)])
  })

  it('are left to the caller where no thread can be started', async () => {
    expect(await startSecondThread(sha256, new URL('no-program.js', import.meta.url))).toBeUndefined()
  })

  it('can be read in between', async () => {
    tree = (await start()).tree
    expect(tree.state().size).toBe(0)
    addLines(['a', 'b'])
    addLines(['c'])
    expect(tree.state().size).toBe(3)
    tree.add(0, 1)
    expect(() => tree.root()).toThrow('not hashed')
    tree.hash(utf8('d\n'))
    expect(toHex(tree.root())).toBe(rootOfLines(sha256, ['a', 'b', 'c', 'd']))
  })

  it('lead a run to the same root and the same names of matches', async () => {
    const thread = await start()
    const sideOf = async (name: string) => {
      const read = await readSide({ ...requestOf(sample(name)), attributePaths: [] }, () => {})
      if (!read.ok) throw new Error(read.faults.join())
      const { table, tableColumns, summary } = read.side
      return { table, tableColumns, root: summary.root }
    }
    const [source, target] = [await sideOf('bank-statement.csv'), await sideOf('ledger.csv')]
    const compiled = compileRules({ form: 'rules', rules: [{ match: [{ field: 'reference' }] }] })
    if (!compiled.ok) throw new Error('The rules are refused')
    const input = { source, target, policy: compiled.policy, sha256, chunkBytesMax: 500 }
    const alone = reconcile(input)
    expect(alone.leafCount).toBeGreaterThan(5)
    expect(reconcile({ ...input, tree: thread.tree })).toEqual(alone)
    const path = join(tmpdir(), `tallystick-matches-${process.pid}`)
    const file = openSync(path, 'w+')
    onTestFinished(() => rmSync(path))
    const second = await start()
    const tables = { source: source.tableColumns, target: target.tableColumns }
    const addMatches: ResultTree['addMatches'] = (matches) => {
      const request = { matches: matchesAside(matches, compiled.policy, tables), file }
      const answer = second.writeMatches(request, matches.count())
      return () => answer().confidence
    }
    const { resultRoot, summary } = reconcile({ ...input, tree: { ...second.tree, addMatches } })
    expect({ resultRoot, summary }).toEqual({ resultRoot: alone.resultRoot, summary: alone.summary })
    const texts = alone.chunks.filter(({ view }) => view === 'matches').map(({ text }) => text)
    expect(readFileSync(path, 'utf8')).toBe(texts.join(''))
  })

  it('are worth a thread if there are many', () => {
    expect(
      [
        [2e7, 0],
        [1e5, 1e5],
      ].map(isWorthThread),
    ).toEqual([true, false])
  })
})
