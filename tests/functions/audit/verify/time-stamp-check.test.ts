import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkTimeStamp } from '../../../../functions/audit/verify/time-stamp-check.ts'
import { readCertificates } from '../../../../functions/audit/verify/trusted-certificates.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { loadInPage, readLanes } from '../../../support/in-page/load-in-page.ts'
import { root } from '../../../support/node/step.ts'

const page = await loadInPage()
const fixture = (name: string): Buffer => readFileSync(join(root, 'tests/fixtures/time-stamp', name))

describe.each([
  ['by the command line', { sha256, checkTimeStamp, readCertificates }],
  ['in a page', { ...page, sha256: page.createLaneHasher(readLanes()) }],
])('a time stamp, checked %s,', (_, { sha256, checkTimeStamp, readCertificates }) => {
  const note = `${fixture('note.txt')}\n— x ${Buffer.alloc(68).toString('base64')}\n`
  const stamp = fixture('response.tsr')
  const trusted = readCertificates(fixture('root.pem').toString()) ?? []
  const check = (bytes: Buffer, certificates = trusted) =>
    checkTimeStamp(sha256, { stamp: bytes.toString('base64'), note }, { certificates, now: Date.now() })

  it('holds by the certificate of its authority', async () => {
    expect(await check(stamp)).toEqual({
      name: 'timestamp',
      verdict: 'holds',
      detail: 'Test Time Stamping has seen the index at 2026-11-22T16:13:59Z.',
    })
  })

  it('is not covered without one, whatever the stamp is', async () => {
    for (const bytes of [stamp, stamp.subarray(9)])
      expect(await check(bytes, [])).toMatchObject({ verdict: 'not covered' })
  })

  it('does not hold by the certificate of another', async () => {
    const other = readCertificates(fixture('other-root.pem').toString()) ?? []
    expect(await check(stamp, other)).toMatchObject({ verdict: 'does not hold' })
  })

  it('does not hold with a changed byte in its time or signature', async () => {
    for (const at of [stamp.indexOf('20261122161359Z') + 13, stamp.length - 5]) {
      const changed = Buffer.from(stamp)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await check(changed)).toMatchObject({ verdict: 'does not hold' })
    }
  })

  it('is trusted by PEM alone', () => {
    expect(readCertificates('')).toBeUndefined()
    expect(readCertificates('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')).toBeUndefined()
  })
})
