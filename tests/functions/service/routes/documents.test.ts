import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'

const textAt = async (path: string) => {
  const response = await createTestApp().client.get(path)
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

/** The parts of a text in the form of llmstxt.org: title, summary, details, and sections of links. */
function partsOf(text: string) {
  const [head = '', ...sections] = text.split(/^## /m)
  const [, title, summary, details = ''] = /^# (.+)\n\n> (.+)\n\n([\s\S]+)$/.exec(head) ?? []
  const links = sections.map((section) => {
    const [name = '', ...lines] = section.split('\n').filter((line) => line !== '')
    return { name, links: lines.map((line) => /^- \[([^\]]+)\]\(([^)]+)\): (.+)$/.exec(line)?.slice(1) ?? [line]) }
  })
  return { title, summary, details, sections: links }
}

describe('GET /llms.txt', () => {
  it('has the form of llmstxt.org: a title, a summary, details without headings, and sections of links', async () => {
    const { status, type, text } = await textAt('/llms.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    const { title, summary, details, sections } = partsOf(text)
    expect([title, summary]).toEqual(['Tallystick', expect.stringContaining('Reconciliation')])
    expect(details).not.toMatch(/^#/m)
    expect(sections.map(({ name }) => name)).toEqual(['API', 'Documentation', 'Optional'])
    expect(sections.flatMap(({ links }) => links).filter((link) => link.length !== 3)).toEqual([])
  })

  it('leads only to what the service answers to anybody', async () => {
    const { sections } = partsOf((await textAt('/llms.txt')).text)
    const urls = sections.flatMap(({ links }) => links.map(([, url = '']) => url))
    expect(urls).toEqual(expect.arrayContaining(['/api/v1/openapi.json', '/docs/api.md', '/docs/rules.md']))
    const answers = await Promise.all(urls.map(async (url) => [url, (await textAt(url)).status]))
    expect(answers.filter(([, status]) => status !== 200)).toEqual([])
  })

  it('says how to authenticate, and names only operations of the document', async () => {
    const { details } = partsOf((await textAt('/llms.txt')).text)
    expect(details).toContain('`X-API-Key`')
    const named = [...details.matchAll(/`(GET|POST) (\/[^`]+)`/g)].map(([, method = '', path = '']) => ({
      method,
      path,
    }))
    const { paths } = JSON.parse((await textAt('/api/v1/openapi.json')).text)
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(({ method, path }) => paths[path]?.[method.toLowerCase()] === undefined)).toEqual([])
  })

  it('is the same answer to a caller that has it', async () => {
    const { client } = createTestApp()
    const etag = (await client.get('/llms.txt')).headers.get('ETag') ?? ''
    expect((await client.get('/llms.txt', { 'If-None-Match': etag })).status).toBe(304)
  })
})

describe('GET /docs/{page}', () => {
  it('is a page of the documentation as Markdown', async () => {
    const { type, text } = await textAt('/docs/api.md')
    expect([type, text.slice(0, 6)]).toEqual(['text/markdown; charset=utf-8', '# API\n'])
  })

  it.each(['none.md', 'api', '..%2Fopenapi-with-admin.json', '..%2Fllms.txt', '%2e%2e%2fopenapi.json'])(
    'is 404 for %s',
    async (page) => {
      const { status, text } = await textAt(`/docs/${page}`)
      expect([status, JSON.parse(text).code]).toEqual([404, 'route_not_found'])
    },
  )
})
