import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { root, toolEnvironment } from '../../../functions/local/tool-environment.ts'
import { runStep, tools } from '../../support/node/step.ts'

/** A Worker as `wrangler deploy` would send it. */
export interface BuiltWorker {
  /** The main module first. */
  readonly modulePaths: readonly string[]
  readonly directory: string
  readonly remove: () => void
}

/** Builds the Worker of the project, or the one without bindings whose module is `entry`. */
export async function buildWorker(entry?: string): Promise<BuiltWorker> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-built-'))
  const config = entry === undefined ? [] : [`--config=${await writeConfig(directory, entry)}`]
  const { passed, output } = await runStep({
    name: 'wrangler deploy',
    command: [tools.wrangler, 'deploy', ...config, '--dry-run', `--outdir=${directory}`],
  })
  if (!passed) throw new Error(`The Worker cannot be built\n${output}`)
  const names = readdirSync(directory).filter((name) => /\.(js|wasm)$/.test(name))
  const modulePaths = names.sort((a, b) => rankOf(a) - rankOf(b)).map((name) => join(directory, name))
  return { modulePaths, directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** A configuration of its own, since wrangler asks a module for every Workflow that the project's configuration names. */
async function writeConfig(directory: string, entry: string): Promise<string> {
  const { minify, keep_names, ...platform } = await projectConfig()
  const path = join(directory, 'wrangler.json')
  writeFileSync(path, JSON.stringify({ name: 'bench', main: join(root, entry), minify, keep_names, ...platform }))
  return path
}

const rankOf = (name: string): number => (name.endsWith('.js') ? 0 : 1)

export interface ServedWorker {
  readonly origin: URL
  readonly stop: () => Promise<void>
}

/** Serves a Worker by workerd alone; undefined is a Worker that does nothing. */
export async function serveWorker(worker: BuiltWorker | undefined): Promise<ServedWorker> {
  const code =
    worker === undefined
      ? { modules: true, script: 'export default { fetch: () => new Response() }' }
      : {
          modulesRoot: worker.directory,
          modules: worker.modulePaths.map((path) => ({
            type: path.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
            path,
          })),
        }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...code,
      ...(await compatibility()),
      bindings: { ENVIRONMENT: 'test', CORS_ORIGINS: '' },
      cf: false,
      // The Worker logs each request, which is not shown.
      handleStructuredLogs: () => {},
    }),
  )
  return {
    origin: await miniflare.ready,
    stop: () => miniflare.dispose(),
  }
}

/** The version of the platform's behaviour that the project asks for. */
async function compatibility(): Promise<{ compatibilityDate: string; compatibilityFlags: string[] }> {
  const { compatibility_date, compatibility_flags } = await projectConfig()
  return { compatibilityDate: compatibility_date, compatibilityFlags: compatibility_flags }
}

interface ProjectConfig {
  readonly compatibility_date: string
  readonly compatibility_flags: string[]
  readonly minify: boolean | undefined
  readonly keep_names: boolean | undefined
}

async function projectConfig(): Promise<ProjectConfig> {
  // Wrangler decides as it is loaded where its logs go.
  Object.assign(process.env, toolEnvironment)
  const { unstable_readConfig } = await import('wrangler')
  const { compatibility_date, compatibility_flags, minify, keep_names } = unstable_readConfig({
    config: join(root, 'wrangler.toml'),
  })
  return { compatibility_date: compatibility_date ?? '', compatibility_flags, minify, keep_names }
}
