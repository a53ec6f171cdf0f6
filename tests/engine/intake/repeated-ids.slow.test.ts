import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryWordCount, sortEntries } from '../../../engine/intake/dataset/id-entries.ts'
import { findRepeats, type IdSuffixes } from '../../../engine/intake/dataset/repeated-ids.ts'
import { intakeOf, linesOf } from './read.ts'

interface Sizes {
  /** Entries of a run and of a window on it. */
  readonly runSize: number
  readonly windowSize: number
  /** If false, records come one by one as objects. */
  readonly isBytewise?: boolean
}

const ndjsonOf = (ids: readonly string[]) => ids.map((id) => `${JSON.stringify({ amount: '1', id })}\n`).join('')

function* slicesOf(entries: Uint32Array, size: number): Generator<Uint32Array> {
  for (let start = 0; start < entries.length; start += size * entryWordCount)
    yield entries.subarray(start, start + size * entryWordCount)
}

/** Reads the ids once and finds the repeats by merging sorted runs, each through a window. */
function repeatsOf(text: string, { runSize, windowSize, isBytewise }: Sizes): IdSuffixes {
  const end = intakeOf(text, { format: 'ndjson', suffixOf: () => 0, isBytewise })
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  const entries = end.chunks.flatMap(({ idEntries }) => [...idEntries])
  const runs = [...slicesOf(Uint32Array.from(entries), runSize)].map((run) => ({
    words: new Uint32Array(0),
    slices: slicesOf(sortEntries(run), windowSize),
  }))
  const merging = findRepeats(runs)
  for (let step = merging.next(); ; step = merging.next()) {
    if (step.done) return step.value
    const run = runs.find((each) => each === step.value)
    step.value.words = run?.slices.next().value ?? new Uint32Array(0)
  }
}

/** The ids that the records get, in the order of arrival, each looked up among all before it. */
function naiveIds(wanted: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return wanted.map((id) => {
    let given = id
    for (let suffix = 2; taken.has(given); suffix += 1) given = `${id}#${suffix}`
    taken.add(given)
    return given
  })
}

const idsIn = (text: string, options: object) =>
  linesOf(intakeOf(text, { format: 'ndjson', ...options })).map((line) => JSON.parse(line).id)

const suffixes = fc.array(fc.constantFrom('#2', '#2', '#3', '#4', '#12', '#1', '#02', '#x', '#'), { maxLength: 4 })
const wantedIds = fc.array(
  fc.tuple(fc.constantFrom('a', 'a', 'ab', '#2', 'ü'), suffixes).map(([name, ends]) => name + ends.join('')),
  { maxLength: 60, size: 'max' },
)

describe('repeated ids, found by merging sorted runs', () => {
  it('get the suffixes that they get when all ids are held, and that a Set gives', () => {
    fc.assert(
      fc.property(wantedIds, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 }), fc.boolean(), check),
    )
    function check(ids: readonly string[], runSize: number, windowSize: number, isBytewise: boolean) {
      const text = ndjsonOf(ids)
      const { of: suffixOf, repeatCount } = repeatsOf(text, { runSize, windowSize, isBytewise })
      const wanted = naiveIds(ids)
      expect(idsIn(text, { suffixOf, isBytewise })).toEqual(wanted)
      expect(idsIn(text, { isBytewise })).toEqual(wanted)
      expect(repeatCount).toBe(wanted.filter((id, index) => id !== ids[index]).length)
      const found = intakeOf(text, { format: 'ndjson', suffixOf })
      const held = intakeOf(text, { format: 'ndjson' })
      expect(found.ok && found.summary).toEqual(held.ok && held.summary)
    }
  })

  it.each([
    ['a later record wants the suffixed id', ['a', 'a', 'a#2'], ['a', 'a#2', 'a#2#2']],
    ['an earlier record has it', ['a#2', 'a', 'a'], ['a#2', 'a', 'a#3']],
    ['so it goes on', ['a', 'a', 'a#2', 'a#2#2', 'a#2#2'], ['a', 'a#2', 'a#2#2', 'a#2#2#2', 'a#2#2#3']],
  ])('where %s', (_, ids, wanted) => {
    const { of: suffixOf } = repeatsOf(ndjsonOf(ids), { runSize: 2, windowSize: 1 })
    expect(idsIn(ndjsonOf(ids), { suffixOf })).toEqual(wanted)
  })

  it('are found in ids of the greatest length, all of it suffixes', () => {
    const deep = '#2'.repeat(128)
    const ids = [deep, 'a', deep, `a${'#2'.repeat(127)}`, 'a', deep, 'a']
    const { of: suffixOf } = repeatsOf(ndjsonOf(ids), { runSize: 3, windowSize: 2 })
    expect(idsIn(ndjsonOf(ids), { suffixOf })).toEqual(naiveIds(ids))
  })

  it('are found across many runs, and among many ids of one name', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `INV#${20_000 - index}`)
    const some = [...ids, 'INV#7', 'INV', 'INV', ...Array.from({ length: 5_000 }, () => 'n/a')]
    const text = ndjsonOf(some)
    const { of: suffixOf, repeatCount } = repeatsOf(text, { runSize: 1_000, windowSize: 64 })
    expect(repeatCount).toBe(1 + 1 + 4_999)
    expect(idsIn(text, { suffixOf })).toEqual(naiveIds(some))
  })
})
