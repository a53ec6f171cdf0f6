import { object, oneOf, plainObject, text, whole } from './schema-nodes.ts'

const neededDays = plainObject({
  before: whole('Days that the target lies before the source'),
  after: whole('Days that the target lies after the source'),
  from: whole('The least of target − source'),
  to: whole('The most of target − source'),
})

const neededTolerance = plainObject({
  from: text('The least of target − source'),
  to: text('The most of target − source'),
  absolute: text('The size of the difference'),
  percent: text('The size of the difference as a percentage'),
  of: text('Which amount the percentage is of'),
  combine: text('Whether one of the two bounds has to hold, or both'),
})

/** What the nearest rule would have to allow. */
export const needsSchema = object('What a criterion would have to allow for a pair to meet it, in its own members', {
  tolerance: { anyOf: [{ type: 'string' }, neededTolerance], description: 'The tolerance it would need' },
  days: { anyOf: [{ type: 'integer' }, neededDays], description: 'The days it would need' },
  businessDays: { anyOf: [{ type: 'integer' }, neededDays], description: 'The business days it would need' },
  similarity: text('The least likeness it would have to ask for'),
  min: whole('The characters it would have to ask for'),
  nulls: oneOf(
    'What it would have to do with an absent value: `match` where both are absent, `skip` where one is',
    'match',
    'skip',
  ),
})
