/**
 * What the bundler takes for `zod` (`alias` in wrangler.toml). `@hono/zod-openapi` hands on the whole namespace `z`, so
 * no bundler can tell which of its members are used: a fifth of the Worker would be messages in fifty languages.
 */
export * as z from './zod-members.ts'
