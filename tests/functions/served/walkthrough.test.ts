import { spawnSync } from 'node:child_process'
import { at } from '@tallystick/engine/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { blocksOf, commandsIn, readDoc, sectionOf } from '../../support/node/docs.ts'
import { hasShell } from '../../support/node/installed.ts'
import { keyOf, runIdOf } from '../../support/node/printed.ts'
import { servedCopy } from '../../support/node/served-copy.ts'

/** The commands of docs/walkthrough.md and docs/api.md, in a folder of their own, against what `npm start` serves. */

const { origin, lines } = await servedCopy()
/** The function that the commands call, then commands and what they print; without the variables of the reader. */
const [call, ...shown] = blocksOf(readDoc('walkthrough')).filter(({ text }) => !/^(API|RUN)=/.test(text))
let project: ProjectCopy

beforeAll(() => {
  project = copyOfProject()
})
afterAll(() => project.remove())

/** Runs commands as a reader does who has set the variables of the document. */
function runShell(commands: string, variables: NodeJS.ProcessEnv = {}) {
  const reader = { API: `${origin}/api/v1`, KEY: keyOf(lines), RUN: runIdOf(lines) }
  const env = { ...process.env, ...reader, ...variables }
  return spawnSync('bash', ['-c', commands], { cwd: project.path, env, encoding: 'utf8' })
}

function stdoutOf(commands: string): string {
  const { status, stdout, stderr } = runShell(commands)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

const withoutTime = (text: string): string => text.replaceAll(/"matched_at":"[^"]*"/g, '')

describe('the commands of the documents', { skip: !hasShell }, () => {
  it('are answered with what docs/walkthrough.md shows', () => {
    const answers = shown.map(({ language, text }) => (language === 'sh' ? stdoutOf(`${call?.text}${text}`) : text))
    expect(shown.map(({ language }) => language)).toEqual(['sh', 'json', 'sh', 'json', 'sh', 'text', 'sh', 'json'])
    for (const index of [0, 2, 4, 6]) expect(withoutTime(at(answers, index))).toBe(withoutTime(at(answers, index + 1)))
  })

  it('stop at the first failure and show the problem', () => {
    const [example] = shown
    const { status, stdout, stderr } = runShell(`${call?.text}${example?.text}`, { KEY: 'tsk_test_of_nobody' })
    expect(status).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr.match(/"title":"[^"]*"/g)).toEqual(['"title":"API key invalid"'])
  })

  it('upload as docs/api.md shows', () => {
    const section = sectionOf(readDoc('api'), '## Datasets and adapters')
    const [statement = '', book = ''] = commandsIn(section)
    const answer = blocksOf(section).find(({ language }) => language === 'json')
    expect(JSON.parse(stdoutOf(`${call?.text}${statement}cat answer.json`))).toMatchObject({
      adapter: 'bank:upload',
      recordCount: 239,
      warnings: [],
    })
    expect(stdoutOf(`${call?.text}${book}`)).toBe(answer?.text)
  })

  it('upload a file in parts as docs/api.md shows', () => {
    const [parts = ''] = commandsIn(sectionOf(readDoc('api'), '## A file in parts'))
    expect(JSON.parse(stdoutOf(`${call?.text}${parts}`))).toMatchObject({ adapter: 'bank:parts', name: 'March' })
  })
})
