import { describe, expect, it } from 'vitest'
import { firstFault, formatHead, growthFault, logNameOf, parseHead } from '../../../engine/log/index-head.ts'
import { headIn, madeHeads, placedIn } from '../../support/made-heads.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'

const origin = 'log.test/a'
const [first = '', second = ''] = madeHeads([
  { origin, size: 3 },
  { origin, size: 7 },
])

describe('the line of a head', () => {
  it('names its log by the hash of its origin, and the head before by number and hash', () => {
    expect(headIn(first)).toMatchObject({ size: 3, previous: null, consistency: [] })
    expect(headIn(second)).toMatchObject({
      kind: 'tallystick/head@2',
      log: sha256Hex(Buffer.from(origin)),
      size: 7,
      previous: { entry: 0, hash: placedIn(first, 0).hash },
    })
    expect(logNameOf(sha256, origin)).toBe(sha256Hex(Buffer.from(origin)))
    expect(formatHead(headIn(second))).toBe(second)
  })

  it.each([
    ['another version', second.replace('head@2', 'head@1')],
    ['a space', second.replace(',', ', ')],
    ['a member more', second.replace('"log"', '"extra":1,"log"')],
    ['a member less', second.replace(/"root":"[^"]*",/, '')],
    ['an origin in place of its hash', second.replace(/"log":"[^"]*"/, '"log":"log.test/a"')],
    ['a member more in what it names', second.replace('{"entry"', '{"at":1,"entry"')],
    ['an entry that is no number', second.replace('"entry":0', '"entry":"0"')],
    ['a negative size', second.replace('"size":7', '"size":-7')],
    ['no JSON', 'x'],
  ])('is refused with %s', (_, line) => {
    expect(parseHead(line).ok).toBe(false)
  })
})

describe('a head', () => {
  const before = placedIn(first, 0)
  const head = headIn(second)

  it('continues the one that it names', () => {
    expect(growthFault(sha256, head, before)).toBeUndefined()
  })

  it.each([
    ['that is at another place', { ...before, entry: 1 }, 'does not name the entry 1'],
    ['with another hash', { ...before, hash: '0'.repeat(64) }, 'does not name the entry 0'],
    ['of the same size', { ...before, size: 7 }, 'its size is 7, and that of the one before is 7'],
    ['of a size between', { ...before, size: 4 }, 'does not show that the log of size 7 begins with that of size 4'],
    ['with another root', { ...before, root: '0'.repeat(64) }, 'does not show'],
  ])('does not continue one %s', (_, other, fault) => {
    expect(growthFault(sha256, head, other)).toContain(fault)
  })

  it('is the first of its log without one before, and with a size', () => {
    expect(firstFault(headIn(first))).toBeUndefined()
    expect(firstFault(head)).toContain('names an entry before')
    expect(firstFault({ ...headIn(first), size: 0 })).toContain('is empty')
    expect(firstFault({ ...headIn(first), consistency: ['0'.repeat(64)] })).toContain('has a proof')
  })
})
