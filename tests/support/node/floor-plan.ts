import { readSources, type SourceFile } from './source.ts'

/** The folders and files of the engine in their order: each imports only itself and those before it. */
export const engineFolders = [
  'base',
  'merkle',
  'log',
  'record',
  'intake',
  'rules',
  'match',
  'result',
  'reconcile.ts',
  'pieces',
  'propose',
  'verify',
  'explain',
  'index.ts',
]
/** The same of the shell. A folder inside another has its own place, which may be after its parent's. */
export const shellFolders = [
  'env.ts',
  'platform',
  'demo',
  'store',
  'workflows',
  'http',
  'http/rate',
  'workbook',
  'report',
  'keys',
  'http/middleware',
  'idempotency',
  'usage',
  'log',
  'pieces',
  'runs',
  'deletion',
  'anchor',
  'results',
  'evidence',
  'explain',
  'datasets',
  'uploads',
  'policies',
  'tenants',
  'playground',
  'system',
  'routes',
  'app.ts',
  'index.ts',
  'openapi',
  'verify',
  'client',
  'console/page-headers.ts',
  'console/service-worker',
  'local',
  'cli',
  'cli/evidence',
  'cli/log',
  'cli/reconcile',
  'cli/propose',
  'cli/inspect',
  'cli/verify',
  'cli/explain',
  'cli/monitor',
  'cli/upload',
  'cli/run',
  'cli/run-command.ts',
  'cli/main.ts',
  'console/engine-worker',
  'console/shell',
  'console/parts',
  'console/local-run',
  'console/line',
  'console/result',
  'console/home',
  'console/verify',
  'console/app',
  'console/docs',
  'console/pages.tsx',
  'console/main.tsx',
  'console/rule-schemas-plugin.ts',
  'console/vite.config.ts',
  'deploy',
]
/** The tracked folders at the top of the project. */
export const topFolders = ['engine', 'functions', 'schema', 'tests', 'docs', '.ci', '.github']

export const engine = readSources('engine')
export const schema = readSources('schema')
export const functions = readSources('functions')
export const tests = readSources('tests')
export const product = [...engine, ...schema, ...functions]
/** The others run in Node, on someone’s own machine or when the Worker is built, or in a browser. */
export const isHosted = (path: string) => !/^functions\/(cli|client|console|deploy|local|openapi|verify)\//.test(path)
export const worker = functions.filter((file) => isHosted(file.path))
export const everything = [...product, ...tests]

/** Whether a path is that of the folder or file, or inside it. */
export const isWithin = (path: string, parent: string): boolean => path === parent || path.startsWith(`${parent}/`)

/** The files of each cycle of imports: the strong components of more than one file (Tarjan’s algorithm). */
export function cyclesIn(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    low.set(path, order.size - 1)
    stack.push(path)
    for (const { path: next } of byPath.get(path)?.imports ?? []) {
      if (next === undefined || !byPath.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(path) !== order.get(path)) return
    const component = stack.splice(stack.indexOf(path))
    if (component.length > 1) cycles.push(component.sort())
  }
  for (const { path } of files) if (!order.has(path)) visit(path)
  return cycles
}
