/** Bodies of 8 MB as they are sent: those that people really send, and those that are small and would become large. */

export interface MeasuredBody {
  readonly name: string
  readonly type: 'application/json' | 'text/csv' | 'application/x-ndjson'
  readonly mapping?: string
  /** The text before the repeated part, the part that `index` has, and the text behind. */
  readonly head: string
  readonly part: (index: number) => string
  readonly tail?: string
  /** As it is sent, at most; 8 unless it says otherwise. */
  readonly megabytes?: number
  /** What may be held, where that is not what every body may take. */
  readonly peakMegabytesMax?: number
  /** Whether the short form of the measurement has it. */
  readonly isShort?: true
}

const megabyte = 1024 * 1024
const encoder = new TextEncoder()
const asciiOnly = /^[\0-\x7f]*$/
/** What is encoded is garbage, and a body has millions of parts. */
const lengthOf = (text: string): number => (asciiOnly.test(text) ? text.length : encoder.encode(text).length)

/** The body in pieces of about 64 KB, made while they are read, at most its size in all and whole parts only. */
export function* piecesOf({
  head,
  part,
  tail = '',
  megabytes = 8,
}: Omit<MeasuredBody, 'name' | 'type'>): Generator<Uint8Array> {
  let piece = head
  let left = megabytes * megabyte - lengthOf(tail) - lengthOf(head)
  for (let index = 0; ; index++) {
    const text = part(index)
    left -= lengthOf(text)
    if (left < 0) break
    piece += text
    if (piece.length < 65_536) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(piece + tail)
}

const day = (index: number): string => String((index % 28) + 1).padStart(2, '0')
const list = (count: number, of: (index: number) => string, by = ','): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(by)

const json = { type: 'application/json' } as const
const csv = { type: 'text/csv' } as const
const ndjson = { type: 'application/x-ndjson' } as const
const envelope = '"name":"n","adapter":"bank:a",'
const elements = (name: string, element: string | ((index: number) => string)) => ({
  ...json,
  name,
  head: `{${envelope}"records":[0`,
  part: typeof element === 'string' ? () => element : element,
  tail: ']}',
})
const record = (index: number): string =>
  `{"id":"r${index}","amount":"${index}.01","currency":"EUR","date":"2026-03-${day(index)}","description":"Payment ${index % 977}","attributes":{"batch":"B${index % 50}"}}`
const records = (name: string, each: (index: number) => string) => ({
  ...json,
  name,
  head: `{${envelope}"records":[`,
  part: (index: number) => (index === 0 ? '' : ',') + each(index),
  tail: ']}',
})

const honest: readonly MeasuredBody[] = [
  {
    ...csv,
    name: 'CSV of narrow rows',
    head: 'id,date,amount,currency\n',
    part: (index) => `T${String(index).padStart(7, '0')},2026-03-${day(index)},12.34,EUR\n`,
  },
  {
    ...csv,
    name: 'CSV of wide rows',
    head: `id,date,amount,${list(40, (index) => `Column number ${index}`)}\n`,
    part: (index) => `T${index},2026-03-${day(index)},${index}.01,${list(40, (column) => `value ${index + column}`)}\n`,
  },
  { ...ndjson, name: 'NDJSON of ordinary records', head: '', part: (index) => `${record(index)}\n` },
  records('JSON of ordinary records', record),
  records('JSON beyond Latin-1', (index) => record(index).replace('Payment', 'Überweisung € 一')),
]

/** Each record repeats its names of attributes. */
const longMapping = `{"amount":"a"${list(300, (index) => `,"attributes.${String(index).padEnd(200, 'x')}":"a"`, '')}}`

const hostileCsv: readonly MeasuredBody[] = [
  {
    ...csv,
    name: 'CSV: a name of 60 KB',
    head: `date,amount,${'x'.repeat(60_000)}\n`,
    part: () => '20260301,1,y\n',
  },
  {
    ...csv,
    name: 'CSV: 163 names of 200 characters',
    head: `date,amount,${list(163, (index) => String(index).padEnd(200, 'x'))}\n`,
    part: () => `20260301,1${',y'.repeat(163)}\n`,
  },
  { ...csv, name: 'CSV: 30,000 columns', head: `date,amount${',x'.repeat(30_000)}\n`, part: () => '20260301,1\n' },
  {
    ...csv,
    name: 'CSV: 65,000 columns without a name',
    head: `date,amount${','.repeat(65_000)}\n`,
    part: () => `20260301,1${',y'.repeat(8_000)}\n`,
  },
  { ...csv, name: 'CSV: one digit a row', mapping: '{"amount":"a"}', head: 'a\n', part: () => '1\n' },
  {
    ...csv,
    name: 'CSV: one id for all',
    mapping: '{"amount":"a","id":"i"}',
    head: 'a,i\n',
    part: () => '1,x\n',
  },
  {
    ...csv,
    name: 'CSV: each id twice',
    mapping: '{"amount":"a","id":"i"}',
    head: 'a,i\n',
    part: (index) => `1,${(index >> 1).toString(36)}\n`,
  },
  {
    ...csv,
    name: 'CSV: no date decides',
    head: 'date,amount\n',
    part: (index) => `1/2/26,${index % 10}\n`,
  },
  { ...csv, name: 'CSV: a quote that is not closed', head: 'date,amount\n', part: () => '"20260301,1\n' },
  { ...csv, name: 'CSV: nothing but commas', head: '', part: () => ',' },
  { ...csv, name: 'CSV: empty lines', head: 'date,amount\n', part: () => '\n' },
  { ...csv, name: 'CSV: only faults', head: 'date,amount\n', part: () => 'x,y\n' },
]

const hostileNdjson: readonly MeasuredBody[] = [
  { ...ndjson, name: 'NDJSON: the shortest records', head: '', part: () => '{"net":1}\n' },
  { ...ndjson, name: 'NDJSON: empty objects', head: '', part: () => '{}\n' },
  { ...ndjson, name: 'NDJSON: empty lines', head: '', part: () => '\n' },
  { ...ndjson, name: 'NDJSON: one line', head: '{"amount":1', part: (index) => `,"${index}":0` },
  {
    ...ndjson,
    name: 'NDJSON: members up to the length of a line',
    head: '',
    part: (index) => `{"net":1,"attributes":{${list(6_000, (member) => `"${index}${member}":1`)}}}\n`,
  },
  {
    ...ndjson,
    name: 'NDJSON: no date decides',
    head: '',
    part: (index) => `{"net":${index % 10},"date":"01/02/2026"}\n`,
  },
]

const hostileJson: readonly MeasuredBody[] = [
  elements('JSON: 2.7 million empty objects', ',{}'),
  elements('JSON: 4 million zeros', ',0'),
  elements('JSON: 2.7 million empty lists', ',[]'),
  elements('JSON: lists in lists', ',[[[[[]]]]]'),
  records('JSON: the shortest records', () => '{"net":1}'),
  records('JSON: no date decides', () => '{"net":1,"date":"01/02/2026"}'),
  {
    ...elements('JSON: 700,000 members of a record', (index) => `,"${index}":0`),
    head: `{${envelope}"records":[{"a":1`,
    tail: '}]}',
  },
  {
    ...elements('JSON: 700,000 members of the body', (index) => `,"${index}":0`),
    head: '{"name":"n"',
    tail: '}',
  },
  {
    ...elements('JSON: 700,000 members of the mapping', (index) => `,"${index}":"a"`),
    head: `{${envelope}"records":[],"mapping":{"amount":"a"`,
    tail: '}}',
  },
  {
    ...records('JSON: a long mapping', () => '{"a":1}'),
    head: `{${envelope}"mapping":${longMapping},"records":[`,
  },
  {
    ...elements('JSON: 2.7 million objects that are no records', ',{}'),
    head: `{${envelope}"more":[0`,
  },
  {
    ...elements('JSON: a name of 8 MB', 'x'),
    head: `{${envelope}"records":[{"`,
    tail: '":1}]}',
  },
  {
    ...elements('JSON: a text of 8 MB', 'x'),
    head: `{${envelope}"records":[{"amount":1,"reference":"`,
    tail: '"}]}',
  },
  {
    ...elements('JSON: a text of 8 MB of escapes', '\\u20ac'),
    head: `{${envelope}"records":[{"amount":1,"reference":"`,
    tail: '"}]}',
  },
  { ...elements('JSON: 4 million opening brackets', '['), head: `{${envelope}"records":[`, tail: '' },
  { ...elements('JSON: a number of 8 MB', '1'), head: `{${envelope}"records":[`, tail: ']}' },
  records('JSON: a name of 60 KB in each record', () => `{"net":1,"attributes":{"${'n'.repeat(60_000)}":1}}`),
]

const payments = {
  ...csv,
  head: 'id,date,amount,currency,reference,description\n',
  part: (index: number) =>
    `T${String(index).padStart(7, '0')},2026-03-${day(index)},${index}.01,EUR,INV-${index},Payment ${index % 977}\n`,
}

/** Files as large as one request may bring, which are stored while they are read. */
export const largeBodies: readonly (MeasuredBody & { readonly peakMegabytesMax: number })[] = [
  {
    ...payments,
    name: 'CSV of 24 MB',
    megabytes: 24,
    // Less than the body: nothing is held whole.
    peakMegabytesMax: 24,
  },
  { ...payments, name: 'CSV of 95 MB', megabytes: 95, peakMegabytesMax: 32 },
  {
    ...ndjson,
    name: 'NDJSON of 95 MB',
    megabytes: 95,
    peakMegabytesMax: 32,
    head: '',
    part: (index) => `${record(index)}\n`,
  },
  {
    ...csv,
    name: 'CSV of 95 MB: no date decides',
    megabytes: 95,
    peakMegabytesMax: 64,
    head: 'date,amount\n',
    part: (index) => `1/2/26,${index % 10}\n`,
  },
  {
    ...csv,
    name: 'CSV of 95 MB: narrow rows',
    megabytes: 95,
    peakMegabytesMax: 64,
    head: 'id,amount,date\n',
    part: (index) => `${index},1,20260301\n`,
  },
  {
    ...csv,
    name: 'CSV of 95 MB: each id twice',
    megabytes: 95,
    peakMegabytesMax: 64,
    mapping: '{"amount":"a","id":"i"}',
    head: 'a,i\n',
    part: (index) => `1,${(index >> 1).toString(36)}\n`,
  },
]

export const bodies: readonly MeasuredBody[] = [...honest, ...hostileCsv, ...hostileNdjson, ...hostileJson]
