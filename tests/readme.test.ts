import { readFileSync } from 'node:fs'
import {
  actions,
  ambiguityModes,
  assignModes,
  breakReasons,
  canonicalFields,
  cardinalities,
  confidences,
  criterionOps,
  filterOps,
  nullModes,
  percentBases,
  plainSteps,
  selections,
  signModes,
  similarityMethods,
  variances,
} from '@tallystick/engine'
import { expect, it } from 'vitest'
import { criterionSchema } from '../schema/criterion.ts'
import { mapping } from '../schema/mapping.ts'
import { ruleSchema, sum } from '../schema/rule.ts'
import { root } from './support/node/step.ts'

/** That the README names all there is to write, so that nobody has to look for it in the code. */

const readme = readFileSync(`${root}/README.md`, 'utf8')
const section = (heading: string): string =>
  readme.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? ''

/** Names that no code of the section holds as a word of its own. */
function missingIn(heading: string, names: readonly string[]): readonly string[] {
  const prose = section(heading).replaceAll(/^```[\s\S]*?^```$/gm, '')
  const code = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, text = '']) => text.split(/[^\w:-]+/))
  return names.filter((name) => !code.includes(name))
}

it('names every member and value of the rule language', () => {
  const members = [ruleSchema, criterionSchema, sum].flatMap((schema) => Object.keys(schema.shape))
  const inner = ['from', 'to', 'absolute', 'percent', 'of', 'combine', 'any', 'all', 'before', 'after', 'method', 'min']
  const terms = ['times', 'default', 'fixed', 'maxItems', 'maxCandidates', 'strip', 'extract', 'value']
  const values = [actions, cardinalities, filterOps, criterionOps, nullModes, plainSteps, percentBases, selections]
  const modes = [signModes, similarityMethods, variances, assignModes, ambiguityModes, confidences]
  expect(missingIn('Rules', [...members, ...inner, ...terms, ...values.flat(), ...modes.flat()])).toEqual([])
})

it('names every field of a record and every member of a mapping', () => {
  expect(missingIn('Datasets and adapters', [...canonicalFields, 'attributes'])).toEqual([])
  expect(missingIn('Datasets and adapters', Object.keys(mapping.shape))).toEqual([])
})

it('says what every reason of a break means', () => {
  expect(missingIn('What a break means', breakReasons.map(String))).toEqual([])
})
