import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesPath, parseTilePath, pathOf, tilePath } from '../../../../engine/log/tiles/tile-path.ts'
import { checkLaw } from '../../support/law.ts'

describe('the path of a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 999, width: 1 }, 'tile/0/999.p/1'],
    [{ level: 1, index: 1_000, width: 256 }, 'tile/1/x001/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 63, index: 1_234_067, width: 255 }, 'tile/63/x001/x234/067.p/255'],
  ])('of %o is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual({ ok: true, value: tile })
  })

  it('of a bundle of entries has the word in place of the level', () => {
    expect(entriesPath({ index: 1_067, width: 8 })).toBe('tile/entries/x001/067.p/8')
    expect(parseTilePath('tile/entries/x001/067.p/8')).toEqual({
      ok: true,
      value: { level: 'entries', index: 1_067, width: 8 },
    })
  })

  it('is read back as written, whatever the tile', () => {
    const tile = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    })
    checkLaw(
      fc.property(tile, (each) => {
        expect(parseTilePath(pathOf(each))).toEqual({ ok: true, value: each })
      }),
    )
  })

  it.each([
    'tile/0/0',
    'tile/0/00',
    'tile/0/0000',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p',
    'tile/0/000/',
    'tile//000',
    '/tile/0/000',
    'tile/entries/x999/x999/x999/x999/x999/999',
    'tile/0/../000',
    'tile/0/٠٠٠',
    '',
  ])('is not %j', (path) => {
    expect(parseTilePath(path)).toEqual({ ok: false, detail: expect.stringContaining('wanted the path of a tile') })
  })
})
