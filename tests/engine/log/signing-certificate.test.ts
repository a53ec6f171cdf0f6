import { describe, expect, it } from 'vitest'
import { fromHex, utf8 } from '../../../engine/base/bytes.ts'
import { formatDer, formatDerInteger } from '../../../engine/base/der.ts'
import { issuerSerialIn, parseSigningCertificate } from '../../../engine/log/signing-certificate.ts'

const sequence = (...parts: readonly Uint8Array[]) => formatDer(0x30, ...parts)
const hash = formatDer(0x04, new Uint8Array(32).fill(7))
const algorithm = (oid: string) => sequence(formatDer(0x06, fromHex(oid)))
const sha512 = algorithm('608648016503040203')
const name = sequence(formatDer(0x31, sequence(utf8('issuer'))))
const serial = formatDerInteger(Uint8Array.of(5))
const issuerSerial = sequence(sequence(formatDer(0xa4, name)), serial)
const attribute = (...ids: readonly Uint8Array[]) => sequence(sequence(...ids))

describe('the certificates that a stamp names', () => {
  it('are read with their digest, SHA-256 where none is named', () => {
    expect(parseSigningCertificate(attribute(sequence(hash), sequence(sha512, hash, issuerSerial)))).toEqual([
      { digest: 'SHA-256', hash: '07'.repeat(32), issuerSerial: undefined },
      { digest: 'SHA-512', hash: '07'.repeat(32), issuerSerial: expect.stringMatching(/020105$/) },
    ])
  })

  it('have the issuer and the number that are in the certificate', () => {
    const certificate = sequence(
      sequence(formatDer(0xa0, formatDerInteger(Uint8Array.of(2))), serial, sha512, name),
      sha512,
    )
    const [id] = parseSigningCertificate(attribute(sequence(hash, issuerSerial))) ?? []
    expect(issuerSerialIn(certificate)).toBe(id?.issuerSerial)
    expect(issuerSerialIn(utf8('no certificate'))).toBeUndefined()
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['no certificate', attribute()],
    ['SHA-1', attribute(sequence(algorithm('2b0e03021a'), hash))],
    ['no hash', attribute(sequence(sha512))],
    ['an issuer of another kind', attribute(sequence(hash, sequence(sequence(formatDer(0x82, utf8('a'))), serial)))],
    ['more than one value', new Uint8Array([...attribute(sequence(hash)), 0x05, 0])],
    ['what is cut off', attribute(sequence(hash)).subarray(0, -1)],
  ])('are none of %s', (_, bytes) => {
    expect(parseSigningCertificate(bytes)).toBeUndefined()
  })
})
