import { expect, it } from 'vitest'
import { createFixedWindow } from '../../../../../functions/service/http/rate/fixed-window.ts'

it('counts each key by itself', () => {
  const window = createFixedWindow({ windowSeconds: 60 })
  expect([window.add('a', 0), window.add('a', 1), window.add('b', 2), window.count('a', 3)]).toEqual([1, 2, 1, 2])
})

it('starts anew at the boundary, not before', () => {
  const window = createFixedWindow({ windowSeconds: 60 })
  expect([window.add('a', 0), window.add('a', 59_999), window.add('a', 60_000)]).toEqual([1, 2, 1])
  expect(window.count('a', 120_000)).toBe(0)
})

it('says how long the window lasts, at least a second', () => {
  const window = createFixedWindow({ windowSeconds: 60 })
  expect([0, 1, 59_000, 59_999].map(window.resetSeconds)).toEqual([60, 60, 1, 1])
})

it('remembers a bounded number of keys', () => {
  const window = createFixedWindow({ windowSeconds: 60, keyCountMax: 2 })
  for (const key of ['a', 'b', 'c']) window.add(key, 0)
  expect(['a', 'b', 'c'].map((key) => window.count(key, 0))).toEqual([0, 1, 1])
})
