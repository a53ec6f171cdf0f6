import { describe, expect, it } from 'vitest'
import { nearestName, nearestNames } from '../../../engine/base/nearest-name.ts'

const known = ['field', 'sourceField', 'op', 'assign', 'tolerance', 'id', 'nulls', 'shopify', 'bank']

describe('the nearest name', () => {
  it.each([
    ['feild', 'field'],
    ['asign', 'assign'],
    ['assing', 'assign'],
    ['tolerence', 'tolerance'],
    ['TOLERANCE', 'tolerance'],
    ['source_field', 'sourceField'],
    ['bnak', 'bank'],
    ['opp', 'op'],
    ['field', 'field'],
  ])('to %s is %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest)
  })

  it.each(['mynocur2', 'rules', 'weight', 'i', '', 'x', 'po', 'tolerances-of-all', 'field'.repeat(20)])(
    'to %j is none: too much differs',
    (name) => {
      expect(nearestName(name, known)).toBeUndefined()
    },
  )

  it('is the first of those that are as near', () => {
    expect(nearestName('sunk', ['sink', 'sank'])).toBe('sink')
    expect(nearestName('sunk', ['sank', 'sink'])).toBe('sank')
  })
})

describe('the nearest names', () => {
  it('are all that are near enough, the nearest first', () => {
    expect(nearestNames('bank:main', ['bank:other', 'bank:mein', 'bank:main', 'bank:man'])).toEqual([
      'bank:main',
      'bank:mein',
      'bank:man',
    ])
  })
})
