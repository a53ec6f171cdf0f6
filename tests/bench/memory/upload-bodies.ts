import { bodies, largeBodies } from '../../support/node/upload-memory/bodies.ts'
import { packedBodies } from '../../support/node/upload-memory/packed-bodies.ts'
import { packedUploads } from './packed-uploads.ts'
import { camtBodies, statementBodies } from './statement-bodies.ts'
import { day, packedOf, sent, type UploadBody } from './upload-body.ts'

const named = (names: readonly string[]): readonly UploadBody[] =>
  names.map((name) => {
    const body = [...bodies, ...largeBodies].find((each) => each.name === name)
    if (body !== undefined) return sent(body)
    const packed = packedBodies.find((each) => each.name === name)
    if (packed === undefined) throw new Error(`There is no body ${name}`)
    return packedOf(packed)
  })

/** Those of the tests that are the most demanding of their kind. */
const ofTests = named([
  'CSV of wide rows',
  'NDJSON of 95 MB',
  'JSON of ordinary records',
  'JSON beyond Latin-1',
  'CSV of 95 MB: narrow rows',
  'CSV of 95 MB: no date decides',
  'CSV of 95 MB: each id twice',
  'CSV: 163 names of 200 characters',
  'CSV: no date decides',
  'NDJSON: the shortest records',
  'JSON: 4 million zeros',
  'JSON: a long mapping',
  'JSON: a text of 8 MB',
  'JSON: no date decides',
  'XLSX of inline texts',
  'XLSX of shared texts, one a row',
  'ODS of texts',
  'Zip of one CSV',
  'Zip of 200 CSV files',
])

const more: readonly UploadBody[] = [
  {
    type: 'application/octet-stream',
    name: 'JSON list of 24 MB',
    megabytes: 24,
    head: '[',
    part: (index: number) =>
      `${index === 0 ? '' : ',\n'}{"id":"r${index}","amount":"${index}.01","currency":"EUR","date":"2026-03-${day(index)}"}`,
    tail: ']',
  },
].map(sent)

/** Files and bodies that are uploaded in one request: usual ones as large as they may be, and small ones that become much. */
export const uploadBodies: readonly UploadBody[] = [
  ...ofTests,
  ...more,
  ...camtBodies,
  ...statementBodies,
  ...packedUploads,
]
