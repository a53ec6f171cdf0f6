import { type Fault, ProblemError } from './problem.ts'

export const unsealed = (state: string, errors?: readonly Fault[]): ProblemError =>
  new ProblemError('dataset_not_sealed', {
    detail: `${whys.get(state) ?? 'The dataset is not sealed.'} GET /api/v1/datasets/{id} shows its state.`,
    ...(errors === undefined ? {} : { errors }),
  })

const whys = new Map([
  ['receiving', 'The parts of the dataset have not all arrived.'],
  ['reading', 'The parts of the dataset are being read.'],
  ['refused', 'The file of the dataset was refused.'],
])
