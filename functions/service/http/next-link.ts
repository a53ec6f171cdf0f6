import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

/**
 * The `Link` header of a page: `</api/v1/runs?limit=5&cursor=…>; rel="next"` (RFC 8288). Undefined on the last page.
 */
export function nextLink(c: Context<AppEnv>, cursor: string | null): string | undefined {
  if (cursor === null) return undefined
  const { pathname, searchParams } = new URL(c.req.url)
  searchParams.set('cursor', cursor)
  return `<${pathname}?${searchParams}>; rel="next"`
}

export function answerPage<Page extends { readonly nextCursor: string | null }>(c: Context<AppEnv>, page: Page) {
  const link = nextLink(c, page.nextCursor)
  if (link !== undefined) c.header('Link', link)
  return c.json(page, 200)
}
