import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Draft } from './draft.ts'

/** How a processor and a bank write the terminal and the number of a batch, which each terminal counts for itself. */

export interface Closing {
  readonly terminal: number
  readonly batch: number
}

export interface TerminalLayout {
  readonly name: string
  readonly source: (closing: Closing) => Draft
  readonly target: (closing: Closing) => Draft
  readonly criteria: readonly CriterionInput[]
}

const source = ({ terminal, batch }: Closing): Draft => ({
  'attributes.terminal': String(terminal),
  'attributes.batch': String(batch),
})
const sameBatch: CriterionInput = { field: 'attributes.batch' }

export const terminalLayouts: readonly TerminalLayout[] = [
  { name: 'columns of one name', source, target: source, criteria: [{ field: 'attributes.terminal' }, sameBatch] },
  {
    name: 'terminal under another name',
    source,
    target: ({ terminal, batch }) => ({ 'attributes.device': String(terminal), 'attributes.batch': String(batch) }),
    criteria: [{ sourceField: 'attributes.terminal', targetField: 'attributes.device' }, sameBatch],
  },
  {
    name: 'terminal with zeros',
    source: ({ terminal, batch }) => ({
      'attributes.terminal': `T-${String(terminal).padStart(8, '0')}`,
      'attributes.batch': String(batch),
    }),
    target: ({ terminal, batch }) => ({ 'attributes.tid': String(terminal), 'attributes.batch': String(batch) }),
    criteria: [
      {
        sourceField: 'attributes.terminal',
        targetField: 'attributes.tid',
        normalize: ['digits', 'strip-leading-zeros'],
      },
      sameBatch,
    ],
  },
  {
    name: 'terminal in the text',
    source,
    target: ({ terminal, batch }) => ({
      description: `CARD SETTLEMENT ${terminal}`,
      'attributes.batch': String(batch),
    }),
    criteria: [{ sourceField: 'attributes.terminal', targetField: 'description', normalize: ['digits'] }, sameBatch],
  },
  {
    name: 'both in the text',
    source,
    target: ({ terminal, batch }) => ({
      description: `CARD SETTLEMENT TERM ${terminal} BATCH ${String(batch).padStart(4, '0')}`,
    }),
    criteria: [
      {
        sourceField: 'attributes.terminal',
        targetField: 'description',
        normalize: ['upper', { extract: '#####' }],
      },
      {
        sourceField: 'attributes.batch',
        targetField: 'description',
        normalize: ['upper', 'collapse-space', { after: 'BATCH ' }, 'strip-leading-zeros'],
      },
    ],
  },
]
