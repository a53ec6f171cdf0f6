/** Texts that several components share: path of the property, text. */

/** Fields of a record, but its id and attributes. */
export const recordFields = {
  amount: 'The amount, negative for money that goes out',
  gross: 'The amount before fees',
  fee: 'The fee',
  net: 'The amount after fees',
  currency: 'ISO 4217 code',
  date: 'The booking date',
  valueDate: 'The value date',
  reference: 'A reference, such as an invoice number',
  description: 'A free text',
  counterparty: 'Who paid or was paid',
  account: 'The account',
  type: 'The kind of entry',
  status: 'The state of the entry',
} as const

/** What every form of evidence says of receipt and log. */
export const sealMembers = {
  receiptHash: 'The receipt’s leaf hash',
  previous: 'The receipt before; null for the first',
  checkpoint: 'C2SP tlog-checkpoint, a signed note; null where the stored row has lost it',
  keys: 'The keys that signed the checkpoint, and the one before',
  receipt: 'The receipt of the run, the leaf of the log',
  'keys.name': 'The name in the signature line',
  'keys.keyId': 'The key id in the signature line',
  'keys.vkey': 'The verifier key (C2SP signed-note)',
  runId: 'The id of the run',
} as const

/** Figures of a whole result. */
export const matchTotals = {
  total_matches: 'Matches of the whole run',
  confidence_breakdown: 'Matches of the whole run by confidence',
  'confidence_breakdown.exact': 'Matches of confidence exact',
  'confidence_breakdown.high': 'Matches of confidence high',
  'confidence_breakdown.medium': 'Matches of confidence medium',
  'confidence_breakdown.low': 'Matches of confidence low',
  audit_trail_id: 'Names the result: `aud_` and the beginning of its root',
} as const

/** Members of a problem. */
export const problemMembers = {
  type: 'A URI that names the code; its page says what the code means',
  title: 'The code in words',
  status: 'The HTTP status',
  detail: 'What is wrong with this request',
  instance: 'The path of the request',
  code: 'Names the problem for programs',
  requestId: 'Names the request, as X-Request-Id does',
} as const

/** Members of a tolerance. */
export const toleranceMembers = {
  'tolerance.from': 'The least that target − source may be: a decimal, or a percentage of the larger',
  'tolerance.to': 'The most that target − source may be: a decimal, or a percentage of the larger',
  'tolerance.absolute': 'The size of the difference at most, in units of the amount',
  'tolerance.percent': 'The size of the difference at most, as a percentage such as "1.5%"',
  'tolerance.of': 'Which amount the percentage is of',
  'tolerance.combine': 'Whether one of the two bounds has to hold, or both',
} as const
