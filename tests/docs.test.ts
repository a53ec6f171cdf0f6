import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canonicalFields } from '@tallystick/engine/record'
import { breakReasons } from '@tallystick/engine/result'
import {
  actions,
  ambiguityModes,
  assignModes,
  cardinalities,
  confidences,
  criterionOps,
  filterOps,
  nullModes,
  percentBases,
  plainSteps,
  rankKinds,
  selections,
  signModes,
  similarityMethods,
  variances,
} from '@tallystick/engine/rules'
import { expect, it } from 'vitest'
import { criterionSchema } from '../schema/criterion.ts'
import { mapping } from '../schema/mapping.ts'
import { ruleSchema, sum } from '../schema/rule.ts'
import { docNames, readDoc, readReadme, sectionOf } from './support/node/docs.ts'
import { root } from './support/node/step.ts'

/** That the documents name all there is to write, and lead where they say. */

const documents = [
  { path: 'README.md', text: readReadme() },
  ...docNames.map((name) => ({ path: `docs/${name}.md`, text: readDoc(name) })),
]

/** Names that no code of the text holds as a word of its own. */
function missingIn(text: string, names: readonly string[]): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const code = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, each = '']) => each.split(/[^\w:-]+/))
  return names.filter((name) => !code.includes(name))
}

it('has a README of at most 900 words', () => {
  expect(readReadme().split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900)
})

it.each(documents)('links from $path lead to files and headings that there are', ({ path, text }) => {
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const anchorsIn = (file: string) =>
    [...(documents.find((each) => each.path === file)?.text ?? '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      anchorOf(heading),
    )
  const broken = [...text.matchAll(/\]\(([^)]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor))
    })
  expect(broken).toEqual([])
})

it.each(documents)('names tests in $path that there are', ({ text }) => {
  const named = [...text.matchAll(/`(tests\/[^`]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

it('opens each document with what its reader wants to do', () => {
  const openings = docNames.map((name) => [name, /^# .+\n\n(You \w+)/.exec(readDoc(name))?.[1]])
  expect(openings.filter(([, opening]) => opening === undefined)).toEqual([])
})

it('has a glossary of at most 70 terms, each with one meaning', () => {
  const terms = [...readDoc('glossary').matchAll(/^\| ([a-z][^|]*) \|/gm)].map(([, term = '']) => term)
  expect(terms.length).toBeLessThanOrEqual(70)
  expect(new Set(terms).size).toBe(terms.length)
})

it('names every member and value of the rule language', () => {
  const members = [ruleSchema, criterionSchema, sum].flatMap((schema) => Object.keys(schema.shape))
  const inner = ['from', 'to', 'absolute', 'percent', 'of', 'combine', 'any', 'all', 'before', 'after', 'method', 'min']
  const terms = ['times', 'default', 'fixed', 'maxItems', 'maxCandidates', 'value', 'abs', 'tables']
  const steps = ['strip', 'extract', 'take', 'first', 'last', 'remove', 'lookup', 'otherwise', 'keep']
  const values = [actions, cardinalities, filterOps, criterionOps, nullModes, plainSteps, percentBases, selections]
  const modes = [signModes, similarityMethods, variances, assignModes, ambiguityModes, confidences, rankKinds]
  expect(
    missingIn(sectionOf(readDoc('rules'), '## Rules'), [
      ...members,
      ...inner,
      ...terms,
      ...steps,
      ...values.flat(),
      ...modes.flat(),
    ]),
  ).toEqual([])
})

it('names every field of a record and every member of a mapping', () => {
  expect(missingIn(sectionOf(readDoc('api'), '## Datasets and adapters'), [...canonicalFields, 'attributes'])).toEqual(
    [],
  )
  expect(missingIn(sectionOf(readDoc('api'), '## Datasets and adapters'), Object.keys(mapping.shape))).toEqual([])
})

it('says what every reason of a break means', () => {
  expect(missingIn(sectionOf(readDoc('breaks'), '## What a break means'), breakReasons.map(String))).toEqual([])
})
