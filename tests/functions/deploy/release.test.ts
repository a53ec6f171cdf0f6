import { describe, expect, it } from 'vitest'
import { deployPreview } from '../../../functions/deploy/preview.ts'
import { type ReleaseOptions, release } from '../../../functions/deploy/release.ts'
import { removeResources } from '../../../functions/deploy/remove-resources.ts'
import { createScratch } from '../../support/node/command.ts'
import { recordDeploying } from '../../support/node/deploying.ts'

const production = { environment: 'production' } as const
const preview = { environment: 'preview', pullRequest: 7 } as const
const options: ReleaseOptions = {
  secretsDirectory: undefined,
  adminKey: () => 'the admin key',
  steps: [10, 100],
  stepSeconds: 0,
  tag: 'abc',
}
const noDeployment = { 'deployments status': null }
const noResources = {
  ...{ 'd1 info': null, 'kv namespace list': '[]', 'r2 bucket info': null },
  ...{ 'workflows describe': null, 'queues info': null },
}

const lockChecks = ['delete', 'put'].map(
  (verb) =>
    `refused r2 object ${verb} tallystick/once/smoke/removal${verb === 'put' ? ' --pipe' : ''} --remote --jurisdiction eu`,
)

describe('a release', () => {
  it('migrates, tests the new version before it gets requests, and gives it more share by share', async () => {
    const deploying = recordDeploying({ target: production })
    await release(deploying, options)
    expect(deploying.done).toEqual([
      ...lockChecks,
      'd1 migrations apply DB --remote',
      'versions upload --tag abc',
      'versions deploy <new-version>@0% <current-version>@100% --name tallystick -y',
      'smoke <new-version>',
      'versions deploy <new-version>@10% <current-version>@90% --name tallystick -y',
      'smoke <new-version>',
      'versions deploy <new-version>@100% --name tallystick -y',
      'smoke <new-version>',
      'triggers deploy',
    ])
  })

  it.each([0, 1, 2])('gives all requests back to the version before when smoke test %i fails', async (failingTest) => {
    const deploying = recordDeploying({ target: production, failingTest })
    await expect(release(deploying, options)).rejects.toThrow('fails its smoke test')
    expect(deploying.done.slice(-2)).toEqual([
      'smoke <new-version>',
      'rollback <current-version> --name tallystick --message rolled back -y',
    ])
  })

  it('goes on from the version with most requests, where another release was broken off', async () => {
    const versions = [
      { version_id: 'half-out', percentage: 10 },
      { version_id: 'stable', percentage: 90 },
    ]
    const answers = { 'deployments status': JSON.stringify({ versions }) }
    const deploying = recordDeploying({ target: production, answers, failingTest: 0 })
    await expect(release(deploying, options)).rejects.toThrow()
    expect(deploying.done.at(-1)).toMatch(/^rollback stable /)
  })

  it('begins no Worker where nobody keeps the secrets', async () => {
    const deploying = recordDeploying({ target: production, answers: noDeployment })
    await expect(release(deploying, options)).rejects.toThrow('--secrets')
    expect(deploying.done).toEqual([])
  })

  it.each(['d1 info', 'kv namespace list', 'r2 bucket info', 'deployments status', 'd1 time-travel info'])(
    'does nothing when it cannot ask what there is: %s',
    async (failing) => {
      const scratch = createScratch()
      const deploying = recordDeploying({ target: production, failing })
      const secretsDirectory = scratch.path('secrets')
      await expect(release(deploying, { ...options, secretsDirectory })).rejects.toThrow(`${failing}: no answer`)
      expect(deploying.done.filter((each) => !lockChecks.includes(each))).toEqual([])
      scratch.remove()
    },
  )

  it('gives no version to anybody when it cannot ask for the secrets that there are', async () => {
    const deploying = recordDeploying({ target: production, failing: 'secret list' })
    await expect(release(deploying, options)).rejects.toThrow('secret list: no answer')
    expect(deploying.done).toEqual([...lockChecks, 'd1 migrations apply DB --remote'])
  })

  it('makes nothing in another jurisdiction than the database that is there', async () => {
    const answers = { 'd1 info': JSON.stringify({ uuid: 'id' }) }
    const deploying = recordDeploying({ target: production, answers })
    await expect(release(deploying, options)).rejects.toThrow('cannot be changed')
    expect(deploying.done).toEqual([])
  })
})

describe('a first release', () => {
  it('gives the Worker secrets that its maker keeps, for the owner alone', async () => {
    const scratch = createScratch()
    const secretsDirectory = scratch.path('secrets')
    const answers = { ...noDeployment, 'secret list': '[]' }
    const deploying = recordDeploying({ target: production, answers })
    await release(deploying, { ...options, secretsDirectory })
    expect(deploying.done.slice(3)).toEqual(['deploy --tag abc', 'secret bulk --name tallystick', 'smoke all'])
    const again = recordDeploying({ target: production, answers })
    await release(again, { ...options, secretsDirectory })
    expect(Object.keys(again.inputs[0] ?? {})).toEqual(['SIGNING_KEY', 'KEY_PEPPER', 'ADMIN_KEY'])
    expect(again.inputs).toEqual(deploying.inputs)
    scratch.remove()
  })
})

describe('the bucket of staging and production', () => {
  const lockAdded = 'r2 bucket lock add tallystick once once/ --retention-indefinite --force --jurisdiction eu'
  const ruleOf = (prefix: string, enabled = 'Yes', condition = 'indefinitely') =>
    `Listing lock rules…\nname:       once\nenabled:    ${enabled}\nprefix:     ${prefix}\ncondition:  ${condition}`

  it.each([
    ['has none', 'There are no lock rules for bucket'],
    ['has one on something else', ruleOf('log/')],
    ['has one that is switched off', ruleOf('once/', 'No')],
    ['has one that ends', ruleOf('once/', 'Yes', 'after 30 days')],
  ])('gets a lock on what is stored once where it %s', async (_, listed) => {
    const deploying = recordDeploying({ target: production, answers: { 'r2 bucket lock list': listed } })
    await release(deploying, options)
    expect(deploying.done.slice(0, 3)).toEqual([lockAdded, ...lockChecks])
  })

  it('gets no second lock', async () => {
    const other = 'name:       mine\nenabled:    Yes\nprefix:     (all prefixes)\ncondition:  after 1 day'
    const answers = { 'r2 bucket lock list': `${other}\n\n${ruleOf('once/')}` }
    const deploying = recordDeploying({ target: production, answers })
    await release(deploying, options)
    expect(deploying.done[0]).toMatch(/^refused/)
  })

  it.each([
    ['is removed', { 'r2 object delete': null }, 'can be removed'],
    ['is replaced', { 'r2 object put': null }, 'can be replaced'],
    ['cannot be asked about', { 'r2 object delete': 'getaddrinfo ENOTFOUND' }, 'is not known: getaddrinfo'],
    ['is not there', { 'r2 object get': null }, 'is gone or changed'],
  ])('lets no release begin where what is stored once %s', async (_, answers, fault) => {
    const deploying = recordDeploying({ target: production, answers })
    await expect(release(deploying, options)).rejects.toThrow(fault)
    expect(deploying.done.join()).not.toMatch(/migrations|versions/)
  })

  it('is no business of a preview, whose bucket is emptied', async () => {
    const deploying = recordDeploying({ target: preview })
    await deployPreview(deploying)
    expect(deploying.done.join()).not.toMatch(/lock|object/)
  })
})

describe('a preview', () => {
  it('gets a database, namespace and bucket of its own in the jurisdiction', async () => {
    const deploying = recordDeploying({ target: preview, answers: noResources })
    await expect(deployPreview(deploying)).rejects.toThrow('cannot be found')
    expect(deploying.done).toEqual(['d1 create tallystick-pr-7 --jurisdiction eu'])
  })

  it('keeps its signing key from one push to the next, and gets an admin key that the smoke test knows', async () => {
    const deploying = recordDeploying({ target: preview })
    expect(await deployPreview(deploying)).toContain('https://tallystick-pr-7.acme.workers.dev')
    expect(deploying.inputs.map((each) => Object.keys(each))).toEqual([['ADMIN_KEY']])
  })

  it('is a failure where the smoke test fails', async () => {
    await expect(deployPreview(recordDeploying({ target: preview, failingTest: 0 }))).rejects.toThrow('smoke test')
  })

  it('is removed with all that it kept, its bucket emptied first', async () => {
    let pages = 2
    const deploying = recordDeploying({
      target: preview,
      call: async ({ method }) => ({ result: method === 'GET' && --pages > 0 ? [{ key: 'log/a b' }] : [] }),
    })
    await removeResources(deploying)
    expect(deploying.done).toEqual([
      'delete tallystick-pr-7 --force',
      'workflows delete tallystick-pr-7-uploads',
      'workflows delete tallystick-pr-7-runs',
      'queues delete tallystick-pr-7-webhooks',
      'queues delete tallystick-pr-7-inbox',
      'd1 delete tallystick-pr-7 --skip-confirmation',
      'kv namespace delete --namespace-id <id of the namespace tallystick-pr-7> -y',
      'GET /r2/buckets/tallystick-pr-7/objects?per_page=1000',
      'DELETE /r2/buckets/tallystick-pr-7/objects/log%2Fa%20b',
      'GET /r2/buckets/tallystick-pr-7/objects?per_page=1000',
      'r2 bucket delete tallystick-pr-7 --jurisdiction eu',
      'GET /r2/buckets/tallystick-pr-7-inbox/objects?per_page=1000',
      'r2 bucket delete tallystick-pr-7-inbox --jurisdiction eu',
    ])
  })

  it('is removed as far as it is there', async () => {
    const deploying = recordDeploying({ target: preview, answers: { ...noDeployment, ...noResources } })
    await removeResources(deploying)
    expect(deploying.done).toEqual([])
  })

  it.each([
    ['deployments status', 'delete tallystick-pr-7'],
    ['workflows describe', 'workflows delete'],
    ['queues info', 'queues delete'],
    ['d1 info', 'd1 delete'],
    ['kv namespace list', 'kv namespace delete'],
    ['r2 bucket info', 'r2 bucket delete'],
  ])('is not said to be removed when it cannot ask what is left: %s', async (failing, command) => {
    const deploying = recordDeploying({ target: preview, failing, call: async () => ({ result: [] }) })
    await expect(removeResources(deploying)).rejects.toThrow('is not removed whole')
    expect(deploying.done.filter((each) => each.startsWith(command))).toEqual([])
    expect(deploying.done.length).toBeGreaterThan(3)
  })

  it('is all that can be removed', async () => {
    const deploying = recordDeploying({ target: production })
    await expect(removeResources(deploying)).rejects.toThrow('Only a preview')
    expect(deploying.done).toEqual([])
  })
})
