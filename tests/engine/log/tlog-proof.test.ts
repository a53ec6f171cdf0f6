import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTlogProof, parseTlogProof } from '../../../engine/log/tlog-proof.ts'
import { checkLaw } from '../support/law.ts'

const bytes = Buffer.from('B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=', 'base64')
const hash = bytes.toString('hex')
const checkpoint =
  'example.com/fancylog\n3\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— example.com/fancylog hI2DJw==\n'
const text = `c2sp.org/tlog-proof@v1
extra YWdl
index 2
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

${checkpoint}`

describe('a tlog-proof', () => {
  it('is text that the specification describes', () => {
    expect(formatTlogProof({ index: 2, hashes: [hash], checkpoint, extra: new Uint8Array(Buffer.from('age')) })).toBe(
      text,
    )
    expect(formatTlogProof({ index: 0, hashes: [], checkpoint })).toBe(
      `c2sp.org/tlog-proof@v1\nindex 0\n\n${checkpoint}`,
    )
  })

  it('reads back as what it was', () => {
    const proof = fc.record(
      {
        index: fc.maxSafeNat(),
        hashes: fc.array(
          fc.uint8Array({ minLength: 32, maxLength: 32 }).map((each) => Buffer.from(each).toString('hex')),
        ),
        checkpoint: fc.string({ minLength: 1 }),
        extra: fc.uint8Array(),
      },
      { requiredKeys: ['index', 'hashes', 'checkpoint'] },
    )
    checkLaw(
      fc.property(proof, (each) => {
        expect(parseTlogProof(formatTlogProof(each))).toEqual({ ok: true, value: each })
      }),
    )
  })

  it.each([
    ['another version', text.replace('@v1', '@v2')],
    ['no index', text.replace('index 2\n', '')],
    ['a leading zero', text.replace('index 2', 'index 02')],
    ['an index that a number does not hold', text.replace('index 2', 'index 9007199254740993')],
    ['no checkpoint', text.slice(0, text.indexOf('\n\n'))],
    ['extra data that is not base64', text.replace('YWdl', 'YWd')],
    ['extra data after the index', text.replace('extra YWdl\nindex 2', 'index 2\nextra YWdl')],
    ['a hash that is cut off', text.replace('B95l', '')],
    ['a second spelling of a hash', text.replace('XmA=', 'XmB=')],
    ['carriage returns', text.replaceAll('\n', '\r\n')],
  ])('is refused with %s', (_, each) => {
    expect(parseTlogProof(each)).toMatchObject({ ok: false })
  })
})
