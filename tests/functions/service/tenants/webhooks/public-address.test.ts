import { describe, expect, it } from 'vitest'
import type { Env } from '../../../../../functions/service/env.ts'
import { faultsOfUrl } from '../../../../../functions/service/tenants/webhooks/endpoint-url.ts'
import { isPublicAddress } from '../../../../../functions/service/tenants/webhooks/public-address.ts'

describe('an address', () => {
  it.each([
    ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['198.17.255.255', '198.20.0.0', '223.255.255.255', '93.184.215.14'],
    ...['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450::1', '2001:200::1', '3fff:1000::1'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    '255.255.255.255',
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:93.184.215.14', '::ffff:a9fe:a9fe', '64:ff9b::a00:1', '64:ff9b:1::1'],
    ...['100::1', '2001::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '3fff:fff::1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '5f00::1', '1fff::1', '4000::1', '::7f00:1'],
    // Other spellings than those of a resolver.
    ...['', 'localhost', '127.1', '0x7f.0.0.1', '017700000001', '2130706433', '1.1.1.1.', '1.1.1', '1.1.1.256'],
    ...['01.1.1.1', ' 1.1.1.1', '1.1.1.1/8', 'fe80::1%eth0', '[2606:4700::1]', '2606:4700::1]/', ':'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the address of an endpoint', () => {
  const codesOf = (url: string, env: object = {}) =>
    faultsOfUrl({ ENVIRONMENT: 'test', ...env } as Env, url).map(({ code, pointer }) =>
      pointer === '/url' ? code : '',
    )

  it.each(['https://hooks.example.com', 'https://hooks.example.com:443/a?b=c', 'https://xn--bcher-kva.example.com/'])(
    '%s is taken',
    (url) => {
      expect(codesOf(url)).toEqual([])
    },
  )

  it.each([
    ['', ['invalid_url']],
    ['hooks.example.com', ['invalid_url']],
    ['http://hooks.example.com', ['not_https']],
    ['ftp://hooks.example.com', ['not_https']],
    ['javascript:alert(1)', ['not_https', 'not_public']],
    ['https://hooks.example.com:8443', ['wrong_port']],
    ['https://user:secret@hooks.example.com', ['user_in_url']],
    ['https://hooks.example.com/#a', ['fragment_in_url']],
    ['https://localhost', ['not_public']],
    ['https://localhost.', ['not_public']],
    ['https://a.localhost', ['not_public']],
    ['https://intranet', ['not_public']],
    ['https://printer.local', ['not_public']],
    ['https://metadata.google.internal/computeMetadata/v1/', ['not_public']],
    ['https://127.0.0.1', ['not_public']],
    ['https://2130706433', ['not_public']],
    ['https://0x7f000001', ['not_public']],
    ['https://017700000001', ['not_public']],
    ['https://0x7f.1', ['not_public']],
    ['https://127.1', ['not_public']],
    ['https://１２７.０.０.１', ['not_public']],
    ['https://169.254.169.254/latest/meta-data/', ['not_public']],
    ['https://93.184.215.14', ['not_public']],
    ['https://[::1]', ['not_public']],
    ['https://[::ffff:127.0.0.1]', ['not_public']],
    ['http://127.0.0.1:8787', ['not_https', 'wrong_port', 'not_public']],
  ])('%s is refused', (url, codes) => {
    expect(codesOf(url)).toEqual(codes)
  })

  it('of a host that tests allow is taken, and not where the service is live', () => {
    const WEBHOOK_ALLOW = '127.0.0.1:9000, hooks.example.com'
    expect(codesOf('http://127.0.0.1:9000/a', { WEBHOOK_ALLOW })).toEqual([])
    expect(codesOf('http://127.0.0.1:9001/a', { WEBHOOK_ALLOW })).toHaveLength(3)
    expect(codesOf('http://127.0.0.1:9000/a', { WEBHOOK_ALLOW, ENVIRONMENT: 'live' })).toHaveLength(3)
  })
})
