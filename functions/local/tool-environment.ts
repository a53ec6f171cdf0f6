import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export const wranglerPath = join(root, 'node_modules/wrangler/bin/wrangler.js')

const toolsPath = join(root, '.wrangler/tools')

/**
 * Keeps the files of wrangler and miniflare in this folder, whatever the home directory allows, and turns telemetry
 * off. The paths of logs and registry are set as well, because wrangler prefers a `.wrangler` in the home directory.
 */
export const toolEnvironment = {
  XDG_CONFIG_HOME: join(toolsPath, 'config'),
  XDG_CACHE_HOME: join(toolsPath, 'cache'),
  WRANGLER_LOG_PATH: join(toolsPath, 'logs'),
  WRANGLER_REGISTRY_PATH: join(toolsPath, 'registry'),
  CLOUDFLARE_DEV_REGISTRY_PATH: join(toolsPath, 'registry'),
  WRANGLER_SEND_METRICS: 'false',
  /**
   * Otherwise miniflare would ask the network for the properties of each request, and the request would wait for the
   * answer.
   */
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
} as const
