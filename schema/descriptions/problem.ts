import { problemMembers } from './shared-texts.ts'

/** Texts of the components of schema/problem.ts: component, path of the property, text. */
export const problemDescriptions = {
  Problem: {
    '': 'An RFC 9457 problem',
    ...problemMembers,
    errors: 'Every fault of the request, at most 100, in the order of the body',
  },
  Fault: {
    '': 'One fault of a request',
    pointer: 'RFC 6901 pointer into the body, or the parameter’s name',
    line: 'Physical line of the upload, from 1',
    column: 'The column, member, element or tag of the upload, by name or by number from 1',
    file: 'The file in the archive, or the sheet of the workbook',
    field: 'The canonical field that could not be read',
    code: 'Names the kind of fault',
    detail: 'What was got, and what was wanted',
  },
  ProblemDescription: {
    '': 'What a problem code means',
    type: 'The URI that names the code',
    code: 'The code',
    title: 'The code in words',
    status: 'The HTTP status of its problems',
    description: 'What it means, and what to do',
  },
} as const
