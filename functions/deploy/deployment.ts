export type Target =
  | { readonly environment: 'preview'; readonly pullRequest: number }
  | { readonly environment: 'staging' | 'production' }

type Environment = Target['environment']

export interface Deployment {
  readonly environment: Environment
  readonly plan: 'free' | 'paid'
  /**
   * The jurisdiction in which database, namespace and bucket must stay; undefined for any place. It cannot be changed
   * once they are made.
   */
  readonly jurisdiction: 'eu' | undefined
  /** The name of the Worker, of its database, namespace and bucket. The names of its Workflows begin with it. */
  readonly name: string
  readonly logOrigin: string
  /** A domain of the account; undefined where the Worker is served on workers.dev. */
  readonly domain: string | undefined
  readonly origin: string
  /** Added to the ids of rate-limit counters, since all Workers of an account share them. */
  readonly counterOffset: number
}

type DeploymentResult =
  | { readonly ok: true; readonly value: Deployment }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * The deployment of the target according to the text of `deployment.json`, or all faults of that text. Previews and
 * staging have their own logs, databases and keys, whose names follow from the settings.
 */
export function deploymentOf(text: string, target: Target): DeploymentResult {
  const settings = readSettings(text)
  if (settings === undefined) return { ok: false, faults: ['deployment.json is not a JSON object'] }
  const faults = Object.entries(wantedOf(target)).flatMap(([name, { isValid, wanted }]) => {
    const got = settings.get(name)
    return typeof got === 'string' && isValid(got) ? [] : [`${name} is ${JSON.stringify(got)}, wanted ${wanted}`]
  })
  if (faults.length > 0) return { ok: false, faults }
  const settingOf = (name: string): string => String(settings.get(name))
  const { suffix, counterOffset } = placeOf(target)
  const name = `tallystick${suffix}`
  const domain = (target.environment !== 'preview' && settings.get(`domains.${target.environment}`)) || undefined
  return {
    ok: true,
    value: {
      environment: target.environment,
      plan: settingOf('plan') === 'free' ? 'free' : 'paid',
      jurisdiction: settingOf('jurisdiction') === 'eu' ? 'eu' : undefined,
      name,
      logOrigin:
        target.environment === 'production' ? settingOf('logOrigin') : `${suffix.slice(1)}.${settingOf('logOrigin')}`,
      domain: domain === undefined ? undefined : String(domain),
      origin: `https://${domain ?? `${name}.${settingOf('workersSubdomain')}.workers.dev`}`,
      counterOffset,
    },
  }
}

function placeOf(target: Target): { readonly suffix: string; readonly counterOffset: number } {
  if (target.environment === 'preview')
    return { suffix: `-pr-${target.pullRequest}`, counterOffset: 100_000 * target.pullRequest }
  return target.environment === 'staging'
    ? { suffix: '-staging', counterOffset: 10_000 }
    : { suffix: '', counterOffset: 0 }
}

interface Wanted {
  readonly isValid: (text: string) => boolean
  readonly wanted: string
}

function wantedOf({ environment }: Target): { readonly [setting: string]: Wanted } {
  const domain = { isValid: (text: string) => text === '' || isDomain(text), wanted: 'a domain of your account, or ""' }
  return {
    plan: { isValid: (text) => ['free', 'paid'].includes(text), wanted: '"free" or "paid"' },
    jurisdiction: {
      isValid: (text) => ['eu', 'none'].includes(text),
      wanted: '"eu" or "none"; it cannot be changed once the database is made',
    },
    logOrigin: {
      isValid: (text) => isDomain(text) && !isReserved(text),
      wanted: 'a registered domain of yours, lower case; it names the logs for good',
    },
    workersSubdomain: {
      isValid: (text) => /^[a-z0-9-]+$/.test(text),
      wanted: "your account's part of <worker>.<subdomain>.workers.dev",
    },
    ...(environment === 'preview' ? {} : { [`domains.${environment}`]: domain }),
  }
}

const lengthMax = 150

const isDomain = (text: string): boolean =>
  text.length <= lengthMax && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(text)

/** Whether nobody can own the name (RFC 2606, RFC 6761), or it is a former default of this project. */
const isReserved = (text: string): boolean =>
  /(^|\.)(invalid|test|example|localhost|local|example\.(com|net|org)|tallystick\.dev)$/.test(text)

/**
 * The members of the settings; those of `domains` are named `domains.<name>`. Undefined for text that is not a JSON
 * object.
 */
function readSettings(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const { domains = {}, ...own }: { domains?: object } = JSON.parse(text)
    const inner = Object.entries(domains).map(([name, value]): [string, unknown] => [`domains.${name}`, value])
    return new Map([...Object.entries(own), ...inner])
  } catch {
    return undefined
  }
}
