import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { checkLaw } from '../support/law.ts'

const vectors = process.env['TALLYSTICK_VECTORS']

/** A float64 from its bits, as appendix B of RFC 8785 gives them. */
function numberOf(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}

describe('canonical JSON writes', () => {
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the number %s of RFC 8785 as %s', (bits, text) => {
    expect(canonicalize(numberOf(bits))).toBe(text)
  })

  it('the sample of RFC 8785 §3.2.2', () => {
    const sample = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalize(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('members by UTF-16 code units, as in the sample of RFC 8785 §3.2.3', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect([...canonicalize(sample).matchAll(/:"([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  it('no member that is undefined', () => {
    expect(canonicalize({ b: undefined, a: 1 })).toBe('{"a":1}')
  })

  it('text that parses back to the same value, and once more the same text', () => {
    checkLaw(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        const text = canonicalize(plain)
        expect(JSON.parse(text)).toEqual(plain)
        expect(canonicalize(JSON.parse(text))).toBe(text)
      }),
    )
  })
})

describe('canonical JSON refuses', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('the number %s', (value) => {
    expect(() => canonicalize(value)).toThrow(TypeError)
  })

  it.each(['\ud800', 'a\udc00', '\udc00\ud800'])('a lone surrogate in a value or a name', (text) => {
    expect(() => canonicalize([text])).toThrow(TypeError)
    expect(() => canonicalize({ [text]: 1 })).toThrow(TypeError)
  })
})

describe.skipIf(vectors === undefined)('canonical JSON of the public vectors', () => {
  const folder = join(vectors ?? '', 'jcs')
  const names = vectors === undefined ? [] : readdirSync(join(folder, 'input')).map((name) => name.replace('.json', ''))
  it.each(names)('is right for %s', (name) => {
    const wanted = readFileSync(join(folder, 'outhex', `${name}.txt`), 'utf8').replace(/\s/g, '')
    const given = JSON.parse(readFileSync(join(folder, 'input', `${name}.json`), 'utf8'))
    expect(Buffer.from(canonicalize(given), 'utf8').toString('hex')).toBe(wanted)
  })
})
