import { bundlePackages } from './bundle-packages.ts'

/** What the build runs (`[build]` in wrangler.toml): it writes the packages that the Worker is bundled with. */

await bundlePackages()
