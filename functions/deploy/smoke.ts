import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runSmoke } from './smoke-suite.ts'

/**
 * `npm run smoke`: the smoke test against a running service. Exit codes: 0 where every check holds, 1 where one does
 * not, 2 where the arguments are wrong.
 */

const usage = `npm run smoke -- --url https://… [--admin-key-file FILE | --key-file FILE] [--worker NAME --version ID]
  --admin-key-file FILE  makes a tenant for the test; TALLYSTICK_ADMIN_KEY in the environment does the same
  --key-file FILE        takes a tenant that is there, by an API key with every scope, which leaves its datasets and runs there
  --worker, --version    test this version of the Worker, whatever part of the requests it gets`

try {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: {
      url: { type: 'string' },
      'admin-key-file': { type: 'string' },
      'key-file': { type: 'string' },
      worker: { type: 'string' },
      version: { type: 'string' },
    },
  })
  const { url, worker, version: id } = values
  if (url === undefined || !/^https?:\/\/[^/]+\/?$/.test(url)) throw new Error(`--url is ${url}, wanted an origin`)
  const textIn = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path, 'utf8').trim())
  const options = {
    url: url.replace(/\/$/, ''),
    adminKey: textIn(values['admin-key-file']) ?? process.env['TALLYSTICK_ADMIN_KEY'],
    apiKey: textIn(values['key-file']),
    ...(worker === undefined || id === undefined ? {} : { version: { worker, id } }),
  }
  process.exitCode = (await runSmoke(options, console.log)) ? 0 : 1
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
  process.exitCode = 2
}
