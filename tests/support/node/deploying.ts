import { join } from 'node:path'
import type { Unstable_RawConfig } from 'wrangler'
import { deploymentOf, type Target } from '../../../functions/deploy/deployment.ts'
import type { Deploying } from '../../../functions/deploy/resources.ts'
import { deployedAccount } from '../../../functions/deploy/supposed-account.ts'
import type { SupposedAnswers, Toolchain } from '../../../functions/deploy/toolchain.ts'
import { toolEnvironment } from '../../../functions/local/tool-environment.ts'
import { root } from './step.ts'

/** Settings that deploy. */
export const settings = {
  plan: 'paid',
  jurisdiction: 'eu',
  logOrigin: 'logs.acme.com',
  workersSubdomain: 'acme',
  domains: { staging: '', production: '' },
}

export const settingsText = (changes: object = {}): string => JSON.stringify({ ...settings, ...changes })

/** What wrangler.toml says. */
export async function readLocalConfig(): Promise<Unstable_RawConfig> {
  // Wrangler decides as it is loaded where its logs go.
  Object.assign(process.env, toolEnvironment)
  const { experimental_readRawConfig } = await import('wrangler')
  return experimental_readRawConfig({ config: join(root, 'wrangler.toml') }).rawConfig
}

export interface RecordedDeploying extends Deploying {
  /** The commands that change something, calls, smoke tests and pauses, in their order. */
  readonly done: string[]
  /** What was given to commands by standard input. */
  readonly inputs: { readonly [name: string]: string }[]
}

export interface Recorded {
  readonly target: Target
  readonly changes?: object
  /** What the account answers where it is not as after a deployment; null for what is not there. */
  readonly answers?: { readonly [command: string]: string | null }
  /** The command of questions that fail. */
  readonly failing?: string
  /** Which of the smoke tests fails, from 0. */
  readonly failingTest?: number
  readonly call?: Toolchain['call']
}

const workflows = [
  { binding: 'UPLOADS', name: 'tallystick-uploads', class_name: 'UploadReading' },
  { binding: 'RUNS', name: 'tallystick-runs', class_name: 'LargeRun' },
]

const queues = { consumers: [{ queue: 'tallystick-webhooks' }, { queue: 'tallystick-inbox' }] }

const r2_buckets = [
  { binding: 'BUCKET', bucket_name: 'tallystick' },
  { binding: 'INBOX', bucket_name: 'tallystick-inbox' },
]

/** A deployment to an account that is none: what is done is recorded, and answered as a real one would. */
export function recordDeploying(recorded: Recorded): RecordedDeploying {
  const { target, changes, answers = {}, failing, failingTest, call } = recorded
  const read = deploymentOf(settingsText(changes), target)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  const deployment = read.value
  const usual = deployedAccount(deployment)
  const answerOf: SupposedAnswers = (words) => {
    const own = Object.entries(answers).find(([command]) => words.join(' ').startsWith(command))
    return own === undefined ? usual(words) : (own[1] ?? undefined)
  }
  const done: string[] = []
  const inputs: { readonly [name: string]: string }[] = []
  let tests = 0
  const tools: Toolchain = {
    isDry: false,
    say: () => {},
    ask: async (words) => {
      if (failing !== undefined && words.join(' ').startsWith(failing)) throw new Error(`${failing}: no answer`)
      return answerOf(words)
    },
    run: async (words, secrets) => {
      done.push(words.join(' ').replace(/ --config \S+/, ''))
      if (secrets !== undefined) inputs.push(secrets)
      return answerOf(words) ?? ''
    },
    refusal: async (words) => {
      done.push(`refused ${words.join(' ').replace(/ --config \S+/, '')}`)
      return answerOf(words)
    },
    call: async (request) => {
      done.push(`${request.method} ${request.path}`)
      return call?.(request)
    },
    writeConfig: () => {},
    smoke: async ({ version }) => {
      done.push(`smoke ${version?.id ?? 'all'}`)
      return tests++ !== failingTest
    },
    wait: async () => {},
  }
  return { deployment, tools, local: { workflows, queues, r2_buckets }, done, inputs }
}
