/**
 * zod as the bundle sees it (`alias` in wrangler.toml): all of it but its messages in fifty languages, a quarter of
 * the Worker, which nothing here asks for and which its namespace object keeps alive. Mirrors zod's own `index.js`.
 */
import * as z from './zod-parts.ts'

export * from './zod-parts.ts'
export { z }
