import { describe, expect, it } from 'vitest'
import { type Deployment, deploymentOf, type Target } from '../../../functions/deploy/deployment.ts'
import { freeRunRecordCountMax, workerConfigOf } from '../../../functions/deploy/worker-config.ts'
import { readLocalConfig, settings, settingsText } from '../../support/node/deploying.ts'

const preview: Target = { environment: 'preview', pullRequest: 7 }
const staging: Target = { environment: 'staging' }
const production: Target = { environment: 'production' }

const local = await readLocalConfig()
const ids = { databaseId: 'database-id', namespaceId: 'namespace-id' }

function deployed(target: Target, changes: object = {}): Deployment {
  const read = deploymentOf(settingsText(changes), target)
  if (!read.ok) throw new Error(read.faults.join('\n'))
  return read.value
}
const configOf = (target: Target, changes: object = {}) => workerConfigOf(local, deployed(target, changes), ids)

describe('the settings of a deployment', () => {
  it('have no default that deploys: as they are shipped, all that has to be chosen is named', async () => {
    const { readFileSync } = await import('node:fs')
    const read = deploymentOf(readFileSync('deployment.json', 'utf8'), production)
    expect(read.ok ? [] : read.faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      'jurisdiction',
      'logOrigin',
      'workersSubdomain',
    ])
  })

  it.each([
    ['no name', ''],
    ['a name without a dot', 'localhost'],
    ['a reserved name', 'logs.invalid'],
    ['an example', 'logs.example.com'],
    ['the name that was once the default', 'tallystick.dev'],
    ['a URL', 'https://logs.acme.com'],
    ['upper case', 'Logs.acme.com'],
  ])('refuse %s as the name of the logs', (_, logOrigin) => {
    const read = deploymentOf(settingsText({ logOrigin }), production)
    expect(read.ok ? [] : read.faults).toEqual([expect.stringContaining('logOrigin is')])
  })

  it.each([
    ['a plan that there is none of', { plan: 'pro' }, 'plan is "pro", wanted "free" or "paid"'],
    ['a jurisdiction left open', { jurisdiction: '' }, 'jurisdiction is "", wanted "eu" or "none"'],
    ['a domain that is none', { domains: { production: 'acme' } }, 'domains.production is "acme", wanted a domain'],
    ['no domains', { domains: {} }, 'domains.production is undefined, wanted a domain'],
  ])('refuse %s', (_, changes, fault) => {
    const read = deploymentOf(settingsText(changes), production)
    expect(read.ok ? [] : read.faults).toEqual([expect.stringContaining(fault)])
  })

  it.each(['', 'null', '[1', '"text"'])('refuse %j instead of an object', (text) => {
    expect(deploymentOf(text, production).ok).toBe(false)
  })
})

describe('the configuration of an environment', () => {
  it('gives each environment a Worker, database, namespace, bucket, Workflow, queue, log name and counters of its own', () => {
    const configs = [production, staging, preview, { ...preview, pullRequest: 8 }].map((target) => configOf(target))
    const seen = configs.map((config) => [
      config.name,
      config.d1_databases?.[0]?.database_name,
      config.r2_buckets?.[0]?.bucket_name,
      config.workflows?.[0]?.name,
      config.queues?.consumers?.[0]?.queue,
      config.vars?.['LOG_ORIGIN'],
      config.ratelimits?.[0]?.namespace_id,
    ])
    expect(seen[0]).toEqual([
      'tallystick',
      'tallystick',
      'tallystick',
      'tallystick-uploads',
      'tallystick-webhooks',
      settings.logOrigin,
      '1001',
    ])
    expect(seen[2]).toEqual([
      'tallystick-pr-7',
      'tallystick-pr-7',
      'tallystick-pr-7',
      'tallystick-pr-7-uploads',
      'tallystick-pr-7-webhooks',
      `pr-7.${settings.logOrigin}`,
      '701001',
    ])
    for (const [index] of ['name', 'database', 'bucket', 'workflow', 'queue', 'log', 'counter'].entries())
      expect(new Set(seen.map((each) => each[index])).size).toBe(configs.length)
  })

  it('takes keys of production in production alone', () => {
    expect([production, staging, preview].map((target) => configOf(target).vars?.['ENVIRONMENT'])).toEqual([
      'live',
      'test',
      'test',
    ])
  })

  it('asks the free plan for no CPU time and bounds its runs, and asks the paid plan for what wrangler.toml says', () => {
    const free = configOf(production, { plan: 'free' })
    expect(free).not.toHaveProperty('limits')
    expect(free.vars?.['RUN_RECORDS_MAX']).toBe(String(freeRunRecordCountMax))
    const paid = configOf(production)
    expect(paid.limits).toEqual(local.limits)
    expect(paid.vars).not.toHaveProperty('RUN_RECORDS_MAX')
  })

  it('shares a large run among instances, which locally have one isolate', () => {
    expect([configOf(production).vars?.['RUN_INSTANCES'], local.vars?.['RUN_INSTANCES']]).toEqual(['8', '1'])
  })

  it('binds database and bucket in the jurisdiction', () => {
    const jurisdictionsOf = (jurisdiction: string) => {
      const { d1_databases, r2_buckets } = configOf(staging, { jurisdiction })
      return [d1_databases?.[0]?.jurisdiction, r2_buckets?.[0]?.jurisdiction]
    }
    expect([jurisdictionsOf('eu'), jurisdictionsOf('none')]).toEqual([
      ['eu', 'eu'],
      [undefined, undefined],
    ])
  })

  it('leaves nothing of wrangler.toml out, so that a new binding reaches every environment', () => {
    const { limits: _, ...shared } = local
    expect(Object.keys(configOf(preview, { plan: 'free' }))).toEqual(expect.arrayContaining(Object.keys(shared)))
    expect(configOf(production).triggers).toEqual(local.triggers)
    const more = { ...local, version_metadata: { binding: 'VERSION' }, assets: { directory: 'site' } }
    expect(workerConfigOf(more, deployed(staging), ids)).toMatchObject({
      version_metadata: { binding: 'VERSION' },
      assets: { directory: 'site' },
    })
  })

  it('serves a domain in place of workers.dev where one is set', () => {
    const domain = { domains: { staging: '', production: 'tally.acme.com' } }
    expect(configOf(production, domain)).toMatchObject({
      workers_dev: false,
      routes: [{ pattern: 'tally.acme.com', custom_domain: true }],
    })
    expect(deployed(production, domain).origin).toBe('https://tally.acme.com')
    expect(deployed(staging, domain).origin).toBe('https://tallystick-staging.acme.workers.dev')
  })
})
