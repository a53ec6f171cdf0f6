import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDeployArguments } from '../functions/deploy/deploy-options.ts'
import { root } from './support/node/step.ts'

/** What no machine of ours runs: that the workflows ask for what there is, and for no more than they need. */

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly env?: { readonly [name: string]: string }
}
interface Job {
  readonly if?: string
  readonly environment?: string
  readonly permissions?: { readonly [name: string]: string }
  readonly 'timeout-minutes'?: number
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly permissions?: { readonly [name: string]: string }
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean }
  readonly jobs: { readonly [name: string]: Job }
}

const directory = join(root, '.github/workflows')
const workflows = readdirSync(directory).map((file) => {
  const workflow: Workflow = parse(readFileSync(join(directory, file), 'utf8'))
  return { file, workflow, jobs: Object.entries(workflow.jobs) }
})
const jobs = workflows.flatMap((each) => each.jobs.map(([name, job]) => ({ file: each.file, name, job })))
const steps = jobs.flatMap(({ file, name, job }) => job.steps.map((step) => ({ at: `${file} ${name}`, step })))

function workflowOf(file: string): Workflow {
  const found = workflows.find((each) => each.file === file)
  if (found === undefined) throw new Error(`There is no workflow ${file}`)
  return found.workflow
}

it('pins each action to a commit', () => {
  const uses = steps.flatMap(({ step }) => step.uses ?? [])
  expect(uses.filter((each) => !/@[0-9a-f]{40}$/.test(each))).toEqual([])
  expect(uses.length).toBeGreaterThan(0)
})

it('states in each workflow what its token may do, and lets no job write but that which comments', () => {
  expect(workflows.filter(({ workflow }) => workflow.permissions === undefined)).toEqual([])
  const writing = jobs.flatMap(({ file, name, job }) =>
    Object.entries(job.permissions ?? {}).flatMap(([what, how]) =>
      how === 'write' ? [`${file} ${name} ${what}`] : [],
    ),
  )
  expect(writing).toEqual(['preview.yml deploy pull-requests'])
  expect(workflows.flatMap(({ workflow }) => Object.values(workflow.permissions ?? {}))).not.toContain('write')
})

it('bounds the time of each job', () => {
  expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([])
})

it('runs scripts that there are', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const missing = steps.flatMap(({ at, step }) => {
    const [program = '', verb = '', ...words] = step.run?.trim().split(/\s+/) ?? []
    if (step.run === undefined || program === 'gh') return []
    if (program === 'npm' && ['ci', 'test', 'audit'].includes(verb)) return []
    const [script = ''] = words.filter((word) => !word.startsWith('-'))
    const isThere =
      program === 'npm'
        ? verb === 'run' && script.replace(':long', '') in { ...scripts, test: '' }
        : existsSync(join(root, program))
    return isThere ? [] : [`${at}: ${step.run}`]
  })
  expect(missing).toEqual([])
})

it('deploys with words that the program takes', () => {
  const commands = steps.flatMap(({ step }) => /^npm run -s deploy -- (.*)$/.exec(step.run ?? '')?.[1] ?? [])
  // What the shell would put in place of the variables.
  const read = commands.map((words) => readDeployArguments(words.replaceAll(/"\$[^"]*"/g, '7').split(' ')).action)
  expect(read.toSorted()).toEqual(['preview', 'production', 'remove-preview', 'staging'])
})

it('writes no secret and nothing of the event into a command, only into its environment', () => {
  const commands = steps.flatMap(({ step }) => step.run ?? [])
  expect(commands.filter((run) => run.includes('${{') || /\b(echo|printenv|env|set -x)\b/.test(run))).toEqual([])
})

it('gives the token of the account to a step that deploys, inside an environment, and to no other', () => {
  const holders = jobs.flatMap(({ job }) =>
    job.steps
      .filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'))
      .map(({ run = '' }) => [/^npm run -s deploy -- /.test(run), job.environment !== undefined]),
  )
  expect(holders.length).toBe(4)
  expect(holders.flat()).not.toContain(false)
})

describe('the previews', () => {
  it('are those of pull requests of the repository itself, one deployment of each at a time', () => {
    const { jobs: own, concurrency } = workflowOf('preview.yml')
    for (const job of Object.values(own))
      expect(job.if).toContain('github.event.pull_request.head.repo.full_name == github.repository')
    expect(concurrency?.group).toContain('github.event.number')
  })
})

describe('the deployment of main', () => {
  it('goes to staging before production, tested before both, and is not broken off', () => {
    const { jobs: own, concurrency } = workflowOf('deploy.yml')
    expect(Object.entries(own).map(([name, job]) => [name, Reflect.get(job, 'needs')])).toEqual([
      ['test', undefined],
      ['staging', 'test'],
      ['production', 'staging'],
    ])
    expect(concurrency?.['cancel-in-progress']).toBe(false)
  })
})
