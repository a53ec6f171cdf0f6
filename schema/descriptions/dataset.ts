import { recordFields } from './shared-texts.ts'

/** Texts of the components of schema/dataset.ts: component, path of the property, text. */
export const datasetDescriptions = {
  Dataset: {
    '': 'A dataset: sealed records of one adapter',
    totals: 'Control total of each currency',
    period: 'First and last date',
    'warnings.code':
      'balance_mismatch: opening balance and entries of a statement are not its closing balance, as when an export was cut · clamped_date: a day that no month has, such as 30 February, is read as the last of its month · control_total_mismatch: a total or count that the file states is not that of its lines · larger_than_a_run: a run reads fewer records; upload the periods on their own · missing_date: records have no date though others have, as a line of totals has none · skipped_entries: lines of the file that move no money, or that the mapping leaves out by skip, are no records · skipped_files: files of the archive are of no format that is read · skipped_sheets: the workbook has other sheets with data; name one of them · unsigned_amount: refunds, disputes or the like are read as they are written, as their export writes amounts without a sign · value_date_used: the value date stands in for a booking date that is not there · missing_currency: records without a currency match only each other; upload them with one · no_records: there is not one record · repeated_id: repeats of an id got the suffix #2, #3 and so on',
    'warnings.count': 'How many records, or statements, it concerns',
    'warnings.totals': 'Of missing_date: the sums of the records without a date by currency',
    'warnings.expected':
      'Of balance_mismatch: what the first statement concerned should close with, by its opening balance and entries',
    'warnings.stated': 'Of balance_mismatch: the closing balance that this statement states',
    'warnings.firstLine': 'The line of the first of them; null where there is none',
    'warnings.file': 'The name of the file in an archive whose line that is',
    'warnings.limit': 'Of larger_than_a_run: the records that a run reads of both sides',
    createdBy: 'The id of the API key that uploaded it; null where none did',
    received: 'The file, or the body, that the records were read from',
    id: 'The id of the dataset',
    name: 'The name that the caller gave',
    adapter: 'The adapter that it belongs to',
    state: 'Its records can be read and used in runs; an upload in parts has other states before',
    format: 'The format that it was uploaded in',
    recordCount: 'Its records',
    byteCount: 'Bytes of its canonical lines',
    root: 'Merkle root of its records',
    'period.from': 'The first date of a record; null without dates',
    'period.to': 'The last date of a record; null without dates',
    warnings: 'What its owner should know about its records',
    createdAt: 'When it was uploaded',
  },
  DatasetWithStatements: {
    '': 'A dataset with the statements that its file consisted of',
    statements: 'In the order of the file; none for a format that has no statements',
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
