import type { Deployment } from './deployment.ts'
import type { SupposedAnswers } from './toolchain.ts'

export const emptyAccount: SupposedAnswers = () => undefined

export function deployedAccount({ name, jurisdiction }: Deployment): SupposedAnswers {
  const answers: { readonly [command: string]: string } = {
    'd1 info': JSON.stringify({ uuid: `<id of the database ${name}>`, jurisdiction: jurisdiction ?? null }),
    'kv namespace list': JSON.stringify([{ id: `<id of the namespace ${name}>`, title: name }]),
    'r2 bucket info': '{}',
    'r2 bucket lock list': 'name:       once\nenabled:    Yes\nprefix:     once/\ncondition:  indefinitely',
    'r2 object get': '<what is stored once>',
    'r2 object': 'The object is protected by a bucket lock rule. [code: 10069]',
    'queues info': 'Queue Name: <queue>',
    'workflows describe': '{}',
    'secret list': JSON.stringify(['SIGNING_KEY', 'KEY_PEPPER', 'ADMIN_KEY'].map((each) => ({ name: each }))),
    'deployments status': JSON.stringify({ versions: [{ version_id: '<current-version>', percentage: 100 }] }),
    'd1 time-travel info': '<bookmark>',
    'versions upload': 'Worker Version ID: <new-version>',
  }
  return (words) => Object.entries(answers).find(([command]) => words.join(' ').startsWith(command))?.[1]
}
