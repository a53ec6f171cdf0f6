import { readSources, type SourceFile } from './source.ts'

/**
 * The folders and files of the engine in their order: each imports only itself and those before it. A folder inside another
 * has its own place, before its parent's or after.
 */
export const engineFolders = [
  'base',
  'merkle',
  'log/tiles',
  'log',
  'record',
  'intake/values',
  'intake/text',
  'intake/rows',
  'intake/mapping',
  'intake/columns',
  'intake/fields',
  'intake/table',
  'intake/dataset',
  'intake/format',
  'intake/csv',
  'intake/kinds',
  'intake/json',
  'intake/xml',
  'intake/camt',
  'intake/bai2',
  'intake/mt940',
  'intake/ofx',
  'intake/qif',
  'intake/zip',
  'intake/sheet',
  'intake/xlsx',
  'intake/ods',
  'intake/archive',
  'intake',
  'rules/language',
  'rules/amounts',
  'rules/reference',
  'rules/similarity',
  'rules/templates',
  'rules/text',
  'rules/criteria',
  'rules/compiled-policy.ts',
  'rules/words',
  'rules',
  'match/state',
  'match/blocks',
  'match/similar',
  'match/closest',
  'match/paths',
  'match/candidates',
  'match/most',
  'match/groups',
  'match',
  'result',
  'reconcile.ts',
  'pieces/records',
  'pieces/reasons',
  'pieces',
  'propose',
  'close',
  'verify/chain',
  'verify/anchor',
  'verify/line',
  'verify/pack',
  'verify/period',
  'verify',
  'explain',
]
/** The same of the shell. */
export const shellFolders = [
  'client',
  'audit/base',
  'audit/sha256',
  'audit/zip',
  'audit/workbook',
  'audit/report',
  'audit/verify',
  'audit/close',
  'service/env.ts',
  'service/platform',
  'service/store/demo',
  'service/store',
  'service/workflows',
  'service/http',
  'service/http/rate',
  'service/http/middleware',
  'service/http/idempotency',
  'service/http/usage',
  'service/keys/token.ts',
  'service/keys/people',
  'service/keys',
  'service/log',
  'service/log/anchor',
  'service/datasets',
  'service/runs/pieces',
  'service/runs',
  'service/uploads',
  'service/results',
  'service/results/playground',
  'service/evidence',
  'service/evidence/explain',
  'service/close',
  'service/close/inbox',
  'service/tenants/webhooks',
  'service/tenants',
  'service/tenants/deletion',
  'service/system',
  'service/routes',
  'service/app.ts',
  'service/index.ts',
  'console/page-headers.ts',
  'console/docs/guide-order.ts',
  'console/page-list.ts',
  'console/service-worker',
  'console/engine-worker',
  'console/shell',
  'console/parts',
  'console/local-run',
  'console/line',
  'console/result',
  'console/home',
  'console/verify',
  'console/app',
  'console/app/close',
  'console/app/webhooks',
  'console/app/start-page.tsx',
  'console/app/signed-in.tsx',
  'console/app/app-page.tsx',
  'console/own-close',
  'console/docs',
  'console/pages.tsx',
  'console/write-pages.tsx',
  'console/main.tsx',
  'console/api-calls-plugin.ts',
  'console/rule-schemas-plugin.ts',
  'console/vite.config.ts',
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
  'cli/listen',
  'cli/close',
  'cli/close/service',
  'cli/close/run-close.ts',
  'cli/run-command.ts',
  'cli/main.ts',
  'local/openapi',
  'local',
  'deploy',
]
/** The packages of the shell. */
const houses = ['client', 'audit', 'service', 'console', 'cli', 'local', 'deploy'].map((name) => `functions/${name}`)
/** The tracked folders at the top of the project. */
export const topFolders = ['engine', 'functions', 'schema', 'tests', 'docs', '.ci', '.github']

export const engine = readSources('engine')
export const schema = readSources('schema')
export const functions = readSources('functions')
export const tests = readSources('tests')
/** Every package of ours with its files. */
export const packages = ['engine', 'schema', ...houses].map((folder) => ({ folder, files: readSources(folder) }))
export const product = [...engine, ...schema, ...functions]
/** The others run in Node, on someone’s own machine or when the Worker is built, or in a browser. */
export const isHosted = (path: string) => !/^functions\/(cli|client|console|deploy|local)\//.test(path)
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
