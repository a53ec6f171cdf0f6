import { join } from 'node:path'
import type { Unstable_Config, Unstable_MiniflareWorkerOptions } from 'wrangler'

/**
 * Miniflare's options for the Worker of the project at `directory`, from its wrangler.toml and `variables` alone.
 * Wrangler also reads the untracked `.dev.vars` and `.env` that lie beside its configuration, with which a test would
 * depend on what was run before it. So wrangler is told that the configuration lies in `tests/`, where neither is ever
 * written. The caller's environment has to be `toolEnvironment`.
 */
export async function readWorkerOptions(
  directory: string,
  variables: Unstable_Config['vars'],
): Promise<Unstable_MiniflareWorkerOptions> {
  // Wrangler decides as it is loaded where its logs go.
  const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(directory, 'wrangler.toml') })
  return unstable_getMiniflareWorkerOptions({
    ...config,
    vars: { ...config.vars, ...variables },
    userConfigPath: join(directory, 'tests/wrangler.toml'),
  })
}
