import { describe, expect, it } from 'vitest'
import {
  type AskedRequest,
  askedIn,
  hasSamePolicy,
  isOfBuild,
} from '../../../functions/console/service-worker/kept-files.ts'

const origin = 'https://tallystick.example'
const files = new Set(['/console/index-1a2b.js', '/console/index-3c4d.css'])
const asked = (path: string, change: Partial<AskedRequest> = {}) =>
  askedIn({ method: 'GET', mode: 'cors', url: `${origin}${path}`, ...change }, { origin, files })
const visited = (path: string) => asked(path, { mode: 'navigate' })?.kind

describe('the service worker', () => {
  it('answers for the files of its build', () => {
    expect(asked('/console/index-1a2b.js')).toEqual({ kind: 'file', path: '/console/index-1a2b.js' })
  })

  it('answers for the files of a build before, which a page that is open asks for', () => {
    expect(asked('/console/app-page-9Zf_3kQx.js')?.kind).toBe('file')
  })

  it.each(['/', '/verify', '/result/local-1?tab=breaks', '/app', '/app/runs/run_1', '/docs', '/docs/guide/rules'])(
    'answers for the page %s',
    (path) => expect(visited(path)).toBe('page'),
  )

  it.each([
    '/api/v1/runs',
    '/openapi.json',
    '/.well-known/tallystick-keys',
    '/log/checkpoint',
    '/docs/rules.md',
    '/console/index-of-another-build.js',
    '/console/reference/',
    '/health',
  ])('leaves %s to the network, however it is asked for', (path) => {
    expect([asked(path), visited(path)]).toEqual([undefined, undefined])
  })

  it('leaves other hosts and everything but GET to the network', () => {
    expect(asked('', { url: 'https://elsewhere.example/console/index-1a2b.js' })).toBeUndefined()
    expect(asked('/console/index-1a2b.js', { method: 'POST' })).toBeUndefined()
    expect(asked('/', { method: 'POST', mode: 'navigate' })).toBeUndefined()
  })

  it('keeps no file of an earlier build that was served under another policy', () => {
    const served = (policy: string) => new Response('', { headers: { 'Content-Security-Policy': policy } })
    const page = served("default-src 'none'")
    expect(hasSamePolicy(served("default-src 'none'"), page)).toBe(true)
    expect([served('default-src *'), new Response('')].map((known) => hasSamePolicy(known, page))).toEqual([
      false,
      false,
    ])
  })

  it('tells a document of another build', () => {
    expect(
      isOfBuild('<script src="/console/index-1a2b.js"></script><link href="/console/index-3c4d.css">', files),
    ).toBe(true)
    expect(isOfBuild('<script src="/console/index-5e6f.js"></script>', files)).toBe(false)
  })
})
