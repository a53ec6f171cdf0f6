import { recordFields } from './shared-texts.ts'

/** Texts of the components of schema/dataset.ts: component, path of the property, text. */
export const datasetDescriptions = {
  Dataset: {
    '': 'A dataset: sealed records of one adapter',
    totals: 'Control total of each currency',
    period: 'First and last date',
    'warnings.code':
      'larger_than_a_run: a run reads fewer records; upload the periods on their own · missing_currency: records without a currency match only each other; upload them with one · no_records: there is not one record · repeated_id: repeats of an id got the suffix #2, #3 and so on',
    'warnings.count': 'How many records it concerns',
    'warnings.firstLine': 'The line of the first of them; null where there is none',
    'warnings.limit': 'Of larger_than_a_run: the records that a run reads of both sides',
    createdBy: 'The id of the API key that uploaded it; null for a dataset from before this was kept',
    received: 'The file, or the body, that the records were read from; null for a dataset from before this was kept',
    id: 'The id of the dataset',
    name: 'The name that the caller gave',
    adapter: 'The adapter that it belongs to',
    format: 'The format that it was uploaded in',
    recordCount: 'Its records',
    byteCount: 'Bytes of its canonical lines',
    root: 'Merkle root of its records',
    'period.from': 'The first date of a record; null without dates',
    'period.to': 'The last date of a record; null without dates',
    warnings: 'What its owner should know about its records',
    createdAt: 'When it was uploaded',
  },
  DatasetPage: {
    '': 'A page of datasets',
    altered: 'Ids of those of the page whose rows were changed behind the service’s back, so that they cannot be shown',
    data: 'The datasets of the page, newest first',
    nextCursor: 'The cursor of the next page; null on the last',
  },
  DatasetRequest: {
    '': 'An upload in JSON',
    controlTotals: 'What the records must add up to in each currency',
    name: 'A name for people',
    adapter: 'The adapter that the dataset belongs to',
    records: 'The records, or rows of an export whose columns the mapping names',
    mapping: 'Which columns hold the fields',
    currency: 'The currency of records that have none, as an ISO 4217 code',
  },
  RecordPage: {
    '': 'A page of canonical records',
    data: 'The records of the page, in the order received',
    nextCursor: 'The cursor of the next page; null on the last',
  },
  CanonicalRecord: {
    '': 'A record as it is hashed: with canonical decimals and dates, and without absent fields',
    id: 'The id of the record, unique in its dataset',
    ...recordFields,
    attributes: 'Everything else, by column name',
  },
} as const
