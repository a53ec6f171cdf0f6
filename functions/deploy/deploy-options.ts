import { parseArgs } from 'node:util'
import type { Target } from './deployment.ts'

const actions = ['preview', 'remove-preview', 'staging', 'production', 'rollback', 'config'] as const
export type Action = (typeof actions)[number]

export interface DeployArguments {
  readonly action: Action
  readonly target: Target
  readonly isDry: boolean
  /** Lets a dry run assume that nothing is deployed yet. */
  readonly isFirst: boolean
  readonly settings: string
  readonly secretsDirectory: string | undefined
  readonly stepSeconds: number
  readonly tag: string | undefined
  readonly comment: string | undefined
  readonly version: string | undefined
}

export const usage = `\
npm run deploy -- staging | production [--secrets DIRECTORY] [--step-seconds N] [--tag TEXT]
                  deploys it; the first time from your own machine, with a directory that keeps its secrets
npm run deploy -- rollback staging | production [--version ID]
                  sends all requests to the version before, or to the named one
npm run deploy -- preview N [--comment FILE] | remove-preview N
                  deploys, or deletes, the Worker of pull request N with its database, namespace and bucket
npm run deploy -- config staging | production
                  writes wrangler.<name>.json again, for wrangler commands of your own
all take          --dry-run: says what it would do, and touches nothing; with --first, what a first deployment would do
                  --settings FILE: another file than deployment.json
in the environment: CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID, or what wrangler login keeps; TALLYSTICK_ADMIN_KEY for
the smoke test where no directory of secrets is named`

/** Throws an error that says what was got and what is wanted. */
export function readDeployArguments(words: readonly string[]): DeployArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      first: { type: 'boolean', default: false },
      settings: { type: 'string', default: 'deployment.json' },
      secrets: { type: 'string' },
      // Each step lasts long enough for an error in only some of the requests to show.
      'step-seconds': { type: 'string', default: '300' },
      tag: { type: 'string' },
      comment: { type: 'string' },
      version: { type: 'string' },
    },
  })
  const [word, place, ...others] = positionals
  const action = actions.find((each) => each === word)
  if (action === undefined || others.length > 0) throw new Error(`got ${positionals.join(' ')}, wanted one of:`)
  const stepSeconds = values['step-seconds']
  if (!/^\d{1,5}$/.test(stepSeconds)) throw new Error(`--step-seconds is ${stepSeconds}, wanted a number`)
  return {
    action,
    target: targetOf(action, place),
    isDry: values['dry-run'],
    isFirst: values.first,
    settings: values.settings,
    secretsDirectory: values.secrets,
    stepSeconds: Number(stepSeconds),
    tag: values.tag,
    comment: values.comment,
    version: values.version,
  }
}

function targetOf(action: Action, place: string | undefined): Target {
  if (action === 'preview' || action === 'remove-preview') {
    if (!/^[1-9]\d{0,5}$/.test(place ?? '')) throw new Error(`got ${place}, wanted the number of a pull request`)
    return { environment: 'preview', pullRequest: Number(place) }
  }
  const environment = action === 'staging' || action === 'production' ? action : place
  const isPlaceTaken = environment === action && place !== undefined
  if (isPlaceTaken || (environment !== 'staging' && environment !== 'production'))
    throw new Error(`got ${place}, wanted staging or production`)
  return { environment }
}
