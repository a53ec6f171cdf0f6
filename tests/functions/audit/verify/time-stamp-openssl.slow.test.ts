import { readFileSync } from 'node:fs'
import { toBase64 } from '@tallystick/engine/base'
import { parseTimeStampResponse } from '@tallystick/engine/log'
import { afterAll, describe, expect, it } from 'vitest'
import { checkTimeStamp } from '../../../../functions/audit/verify/time-stamp-check.ts'
import { readCertificates } from '../../../../functions/audit/verify/trusted-certificates.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'
import { createScratch } from '../../../support/node/command.ts'
import { type Authority, createAuthority, hasOpenssl } from '../../../support/node/time-stamps/openssl.ts'
import { stampCases, text } from '../../../support/node/time-stamps/stamp-cases.ts'

/** Time stamps judged by OpenSSL and by us, at the time that they say. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const now = Date.now()
const note = `${text}\n— x ${Buffer.alloc(68).toString('base64')}\n`

describe.skipIf(!hasOpenssl)('time stamps that openssl makes', () => {
  const authority: Authority | undefined = hasOpenssl ? createAuthority(scratch.path('.')) : undefined
  const cases = authority === undefined ? [] : stampCases(authority, now)

  it.each(cases)('$what', async ({ stamp, trusted, openssl, ours }) => {
    const read = parseTimeStampResponse(stamp)
    const at = read.ok ? Math.floor(Date.parse(read.value.time) / 1_000) : Math.floor(now / 1_000)
    expect(authority?.verifies(text, stamp, { trusted, at })).toBe(openssl)
    const certificates = readCertificates(readFileSync(trusted.certificate, 'utf8')) ?? []
    const line = await checkTimeStamp(sha256, { stamp: toBase64(stamp), note }, { certificates, now: Date.now() })
    expect({ verdict: line.verdict, detail: line.detail }).toEqual({
      verdict: ours === 'holds' ? 'holds' : 'does not hold',
      detail: expect.stringMatching(ours === 'holds' ? /has seen the index at/ : ours),
    })
  })

  it('are as many good as bad, within reason', () => {
    expect(cases.filter(({ ours }) => ours === 'holds').length).toBeGreaterThan(8)
    expect(cases.filter(({ openssl }) => !openssl).length).toBeGreaterThan(15)
  })
})
