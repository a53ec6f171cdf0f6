/** What the bundler takes for hono (`alias` in wrangler.toml): the values of its packages that the Worker uses. */
export { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
export { matchedRoutes } from 'hono/route'
