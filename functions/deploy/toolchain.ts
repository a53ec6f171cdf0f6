import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '@tallystick/local/tool-environment'
import type { Unstable_RawConfig } from 'wrangler'
import { runSmoke, type SmokeOptions } from './smoke-suite.ts'

/**
 * The environment as the caller gave it, so that wrangler finds and keeps the token of `wrangler login` in its usual
 * place.
 */
const ownEnvironment: NodeJS.ProcessEnv = { ...process.env }

/** All effects of a deployment outside of this program, so that a dry run or a test can replace them. */
export interface Toolchain {
  readonly isDry: boolean
  /**
   * The output of a `wrangler` command that changes nothing; undefined where the resource is missing. Rejects on other
   * failures.
   */
  readonly ask: (words: readonly string[]) => Promise<string | undefined>
  /**
   * The output of a `wrangler` command. Rejects where the command fails. `input`, such as secrets, is sent to its
   * standard input as JSON.
   */
  readonly run: (words: readonly string[], input?: { readonly [name: string]: string }) => Promise<string>
  /** The message of a `wrangler` command that is meant to fail; undefined where it succeeds. */
  readonly refusal: (
    words: readonly string[],
    input?: { readonly [name: string]: string },
  ) => Promise<string | undefined>
  /** Calls Cloudflare's API below `/accounts/<account id>`, with the token in the environment. */
  readonly call: (request: AccountRequest) => Promise<unknown>
  readonly writeConfig: (file: string, config: Unstable_RawConfig) => void
  readonly smoke: (options: SmokeOptions) => Promise<boolean>
  readonly wait: (seconds: number) => Promise<void>
  readonly say: (line: string) => void
}

interface AccountRequest {
  readonly method: 'GET' | 'DELETE'
  readonly path: string
  readonly headers?: { readonly [name: string]: string }
}

/**
 * By command, the error for a missing resource. Other errors must not be taken for absence: a second database would be
 * made, or a first version would get all requests.
 */
const absences: { readonly [words: string]: RegExp } = {
  'd1 info': /Couldn't find a D1 DB /,
  'r2 bucket info': /\[code: 10006\]/,
  'r2 object get': /The specified key does not exist\./,
  'deployments status': /\[code: (10007|10090)\]|has no deployments\./,
  'queues info': /Queue ".*" does not exist\./,
  'workflows describe': /\[code: 10200\]/,
}

export function createToolchain(say: (line: string) => void, environment = ownEnvironment): Toolchain {
  const wrangler = (words: readonly string[], input?: string) => runWrangler(environment, words, input)
  return {
    say,
    isDry: false,
    ask: (words) =>
      wrangler(words).catch((error: Error) => {
        const [, pattern] = Object.entries(absences).find(([beginning]) => words.join(' ').startsWith(beginning)) ?? []
        if (pattern?.test(error.message)) return undefined
        throw error
      }),
    run: (words, input) => {
      say(`wrangler ${words.join(' ')}`)
      return wrangler(words, input && JSON.stringify(input))
    },
    refusal: (words, input) =>
      wrangler(words, input && JSON.stringify(input)).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    call: callAccount,
    writeConfig: (file, config) => writeFileSync(join(root, file), `${JSON.stringify(config, undefined, 2)}\n`),
    smoke: (options) => runSmoke(options, say),
    wait: (seconds) => pause(seconds * 1000),
  }
}

/** The assumed output of a `wrangler` command in a dry run; undefined where the resource is missing. */
export type SupposedAnswers = (words: readonly string[]) => string | undefined

export function createDryToolchain(say: (line: string) => void, answerOf: SupposedAnswers): Toolchain {
  return {
    say,
    isDry: true,
    ask: async (words) => {
      say(`would ask: wrangler ${words.join(' ')}`)
      return answerOf(words)
    },
    run: async (words, input) => {
      say(`would run: wrangler ${words.join(' ')}${namesIn(input)}`)
      return answerOf(words) ?? ''
    },
    refusal: async (words, input) => {
      say(`would be refused: wrangler ${words.join(' ')}${namesIn(input)}`)
      return answerOf(words) ?? '(10069)'
    },
    call: async ({ method, path }) => {
      say(`would call: ${method} /accounts/<account id>${path}`)
      return { result: [] }
    },
    writeConfig: (file, config) =>
      say(`would write: ${file} with ${JSON.stringify({ vars: config.vars, limits: config.limits })}`),
    smoke: async ({ url, version }) => {
      say(`would test: ${url}${version === undefined ? '' : `, version ${version.id} of ${version.worker}`}`)
      return true
    },
    wait: async (seconds) => say(`would wait: ${seconds} s`),
  }
}

/** The names of a command's input. The values are left out, since they may be secret. */
const namesIn = (input: { readonly [name: string]: string } | undefined): string =>
  input === undefined ? '' : ` < ${Object.keys(input).join(', ')}`

function runWrangler(environment: NodeJS.ProcessEnv, words: readonly string[], input?: string): Promise<string> {
  const path = join(root, 'node_modules/wrangler/bin/wrangler.js')
  // With `CI` set, wrangler asks no questions.
  const env = { ...environment, WRANGLER_SEND_METRICS: 'false', CI: '1' }
  const child = spawn(process.execPath, [path, ...words], { cwd: root, env })
  child.stdin.end(input)
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (bytes: Buffer) => {
    texts.output += bytes
  })
  child.stderr.on('data', (bytes: Buffer) => {
    texts.errors += bytes
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(texts.output)
      else reject(new Error(`wrangler ${words.join(' ')} ended with ${code}\n${texts.output}${texts.errors}`))
    })
  })
}

async function callAccount({ method, path, headers }: AccountRequest): Promise<unknown> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = process.env
  if (!account || !token) throw new Error('CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN have to be set')
  const response = await fetch(`https://api.cloudflare.com/client/v4/accounts/${account}${path}`, {
    method,
    headers: { ...headers, Authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
