import { join } from 'node:path'

/** The project's root directory, absolute. */
export const root = join(import.meta.dirname, '../..')

export const wranglerPath = join(root, 'node_modules/wrangler/bin/wrangler.js')

const toolsPath = join(root, '.wrangler/tools')

/**
 * The environment variables under which wrangler and miniflare write to this folder only, whatever the home directory
 * allows, and send nothing anywhere. The logs and the registry of local Workers are named as well as the folder around
 * them, because wrangler prefers a `.wrangler` in the home directory to that folder.
 */
export const toolEnvironment = {
  XDG_CONFIG_HOME: join(toolsPath, 'config'),
  XDG_CACHE_HOME: join(toolsPath, 'cache'),
  WRANGLER_LOG_PATH: join(toolsPath, 'logs'),
  WRANGLER_REGISTRY_PATH: join(toolsPath, 'registry'),
  CLOUDFLARE_DEV_REGISTRY_PATH: join(toolsPath, 'registry'),
  WRANGLER_SEND_METRICS: 'false',
  /** Miniflare would ask the network for the properties of a request, and each request would wait for the answer. */
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
} as const
