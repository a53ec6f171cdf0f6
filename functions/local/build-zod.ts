import { bundleZod } from './bundle-zod.ts'

/** What the build runs (`[build]` in wrangler.toml): it writes the zod that the Worker is bundled with. */

await bundleZod()
