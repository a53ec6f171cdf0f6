import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readBenchOptions } from './bench/bench-options.ts'
import type { Draft, Row } from './bench/waterfall/draft.ts'
import { drafts } from './bench/waterfall/drafts.ts'
import { formats, writeJob } from './bench/waterfall/files.ts'
import { judgeMatches } from './bench/waterfall/matches.ts'
import { editCountMax, similarityMin } from './bench/waterfall/rules.ts'
import { tiers } from './bench/waterfall/tier.ts'
import { withSection } from './bench/write-document.ts'
import { runWords } from './support/node/command.ts'

/** That the bench measures what it says: its records, the truth about them, and what the command line makes of them. */

const directory = mkdtempSync(join(tmpdir(), 'tallystick-bench-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const seed = 20_261_121

describe.each(tiers)('the %s tier', (tier) => {
  const draft = drafts[tier](1000, seed)

  it('has as many source records as asked for, each with an id of its own', () => {
    expect(draft.source).toHaveLength(1000)
    for (const side of [draft.source, draft.target]) expect(new Set(side.map(({ id }) => id)).size).toBe(side.length)
  })

  it('has a truth that names no record twice and leaves as many as were made without a counterpart', () => {
    for (const side of ['source', 'target'] as const) {
      const named = draft.truth.flatMap((match) => match[side])
      expect(new Set(named).size).toBe(named.length)
      // 2 % without a counterpart and 0.5 % copies.
      expect(draft[side].length - named.length).toBe(25)
    }
  })

  it('makes payouts of 2 to 5 records that add up to the cent', () => {
    const payouts = draft.truth.filter(({ rule }) => rule === 'payout')
    expect(payouts.flatMap(({ source }) => source)).toHaveLength(20)
    for (const { source, target } of payouts) {
      expect(sumOf(source)).toBe(sumOf(target))
      expect(source.length).toBeGreaterThanOrEqual(2)
      expect(source.length).toBeLessThanOrEqual(5)
    }
  })

  it('asks for a similarity that two edits leave and three do not, at every length of a reference', () => {
    const mistyped = draft.truth.filter(({ rule }) => rule === 'typing-error').flatMap((each) => lengthsOf(each))
    const allowed = new Set(mistyped.map((length) => Math.floor(length * (1 - Number(similarityMin[tier])) + 1e-9)))
    expect([...allowed]).toEqual([editCountMax])
  })

  it.each(formats)('is the same bytes for the same seed, and others for another, as %s', (format) => {
    const hashesOf = (each: number, made: Draft) => {
      const files = writeJob(made, { directory, format, tier, seed: each })
      return [files.source.path, files.target.path, files.truthPath].map((path) =>
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      )
    }
    const hashes = hashesOf(seed, draft)
    expect(hashesOf(seed, drafts[tier](1000, seed))).toEqual(hashes)
    const others = hashesOf(seed + 1, drafts[tier](1000, seed + 1))
    expect(others.filter((hash) => hashes.includes(hash))).toEqual([])
  })

  it.each(formats)('is matched by the command line as the truth says, as %s', async (format) => {
    const files = writeJob(draft, { directory, format, tier, seed })
    const out = join(directory, 'result.ndjson')
    const words = [files.source.path, files.target.path, '--rules', files.rulesPath, '--out', out]
    expect((await runWords(['reconcile', ...words])).errors).toBe('')
    const quality = await judgeMatches(out, files.truthPath)
    expect(quality.map(({ right, found }) => ({ right, found }))).toEqual(
      quality.map(({ wanted }) => ({ right: wanted, found: wanted })),
    )
  })
})

const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { cents }) => sum + cents, 0)

/** The length of the longer reference of each pair. */
const lengthsOf = ({ source, target }: Draft['truth'][number]): readonly number[] =>
  source.map(({ key }, index) => Math.max([...key].length, [...(target[index]?.key ?? '')].length))

describe('the document of figures', () => {
  it('gets a section in the place of the one with the same heading, and a new one at its end', () => {
    const text = '# Title\n\nYou read.\n\n### 10k\n\nold\n\n### 100k\n\nstays\n'
    expect(withSection(text, '### 10k\n\nnew')).toBe('# Title\n\nYou read.\n\n### 10k\n\nnew\n\n### 100k\n\nstays\n')
    expect(withSection(text, '### 1m\n\nnew')).toBe(`${text}\n### 1m\n\nnew\n`)
  })
})

describe('the options of the bench', () => {
  it('are sizes in thousands and millions, and a seed that is another in each call', () => {
    expect(readBenchOptions(['--sizes', '10k,1m,2500']).sizes).toEqual([10_000, 1_000_000, 2500])
    expect(readBenchOptions(['--propose'])).toMatchObject({ propose: true, sizes: [100_000] })
    expect(readBenchOptions([]).seed).not.toBe(readBenchOptions([]).seed)
  })

  it.each([
    ['--sizes', '5'],
    ['--tier', 'easy'],
    ['--contenders', 'tallystick,abacus'],
    ['--seed', '-1'],
    ['--speed', '1'],
  ])('are refused as %s %s', (...words) => {
    expect(() => readBenchOptions(words)).toThrow()
  })
})
