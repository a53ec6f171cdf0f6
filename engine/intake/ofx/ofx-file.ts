import type { StatementSink, StatementWriter } from '../dataset/statement-writer.ts'
import {
  addValue,
  amountDetail,
  createEntry,
  dropValues,
  type OfxEntry,
  type OfxValue,
  readCurrency,
  takeEntry,
} from './ofx-entry.ts'
import type { Kind } from './ofx-tag.ts'
import { type AmountReader, createAmountReader, createDateReader, type DateReader } from './ofx-values.ts'
import type { TagTaker } from './tag-scan.ts'

/** A start tag without a value: an aggregate, or an empty value. */
interface Element {
  readonly name: string
  readonly kind: Kind | undefined
  readonly around: Element | undefined
  /** How many values the entry had before: those of an unknown aggregate are removed when it ends. */
  readonly valueCount: number
}

const depthMax = 100

interface Reading {
  readonly writer: StatementWriter
  readonly sink: StatementSink
  readonly readAmount: AmountReader
  readonly readDate: DateReader
  readonly stack: Element[]
  scope: Element | undefined
  entry: OfxEntry | undefined
  account: string | undefined
  /** The account of the file's first entry, whose FITIDs are ids as they stand. */
  first: { readonly account: string | undefined } | undefined
  isInStatement: boolean
  hasStarted: boolean
}

/**
 * An aggregate ends with its end tag or with an outer one. A file that ends inside `<OFX>` or a statement is a fault.
 */
export function createOfxFile(writer: StatementWriter, sink: StatementSink): TagTaker {
  const reading: Reading = {
    writer,
    sink,
    readAmount: createAmountReader(),
    readDate: createDateReader(),
    stack: [],
    scope: undefined,
    entry: undefined,
    account: undefined,
    first: undefined,
    isInStatement: false,
    hasStarted: false,
  }
  let valueName = ''
  return {
    start({ name, kind }, text, line) {
      valueName = text === '' || (kind !== undefined && kind !== 'part') ? '' : name
      if (valueName === '') openElement(reading, { name, kind, line })
      else takeValue(reading, name, { text, line })
    },
    end({ name, kind }, line) {
      // The end tag of a value, in XML and in some SGML.
      if (name === valueName) return
      const depth = reading.stack.findLastIndex((element) => element.name === name)
      if (depth >= 0) return closeTo(reading, depth)
      if (kind !== 'entry' && kind !== 'statement') return
      writer.fault('malformed_file', `Got </${name}> without its <${name}>`, { line, column: name })
    },
    finish(line) {
      const [cut] = reading.stack.filter(({ kind }) => kind === 'file' || kind === 'statement')
      if (cut !== undefined) {
        const detail = `Got the end of the file inside of <${cut.name}>, wanted </${cut.name}>: is the file cut off?`
        writer.fault('malformed_file', detail, { line, column: cut.name })
      } else if (!reading.hasStarted) writer.fault('malformed_file', 'Got no <OFX>, wanted an OFX file', { line: 1 })
    },
  }
}

interface Opened {
  readonly name: string
  readonly kind: Kind | undefined
  readonly line: number
}

function openElement(reading: Reading, { name, kind, line }: Opened): void {
  const { writer, sink, stack } = reading
  // A statement inside a statement, or an entry inside an entry: the outer one lacks its end tag.
  if (kind === 'statement' ? reading.isInStatement : kind === 'entry' && reading.entry !== undefined)
    closeTo(
      reading,
      stack.findLastIndex((element) => element.kind === kind),
    )
  const element = { name, kind, around: reading.scope, valueCount: reading.entry?.names.length ?? 0 }
  stack.push(element)
  if (kind !== undefined) reading.scope = element
  if (stack.length > depthMax) {
    writer.fault('too_deep', `Got aggregates nested more than ${depthMax} deep`, { line, column: name })
    sink.faults.close()
  }
  if (kind === 'file' || kind === 'statement') reading.hasStarted = true
  if (kind === 'trade') sink.warn('skipped_entries', line)
  if (kind === 'entry') {
    const detail = `Got ${name} outside of a statement, wanted it inside of STMTRS, CCSTMTRS or INVSTMTRS`
    if (!reading.isInStatement) writer.fault('malformed_file', detail, { line, column: name })
    reading.entry = createEntry(line, name === 'STMTTRNP')
  }
  if (kind === 'statement') {
    writer.begin(line)
    reading.isInStatement = true
    reading.account = undefined
  }
}

function closeTo(reading: Reading, depth: number): void {
  const { stack } = reading
  while (stack.length > depth) {
    const element = stack.pop()
    if (element === undefined) return
    reading.scope = element.around
    closeElement(reading, element, stack.length === depth)
  }
}

function closeElement(reading: Reading, { name, kind, valueCount }: Element, hasEnd: boolean): void {
  const { entry, account, writer, readAmount, readDate } = reading
  if (kind === undefined && entry !== undefined) {
    // Without an end tag, the element was an empty value: what followed belongs to the aggregate around it.
    for (const [tag, value] of dropValues(entry, valueCount))
      if (!hasEnd) takeValue(reading, tag.slice(name.length + 1), value)
  }
  if (kind === 'entry' && entry !== undefined) {
    reading.entry = undefined
    reading.first ??= { account }
    const idPrefix = account === reading.first.account ? '' : `${account ?? ''}/`
    takeEntry(entry, { writer, readAmount, readDate, idPrefix })
  }
  if (kind !== 'statement') return
  reading.isInStatement = false
  writer.end()
}

function takeValue(reading: Reading, name: string, value: OfxValue): void {
  const { scope, entry, stack, writer } = reading
  const kind = scope?.kind
  if (entry !== undefined) {
    const around = stack.at(-1)
    const fault = addValue(entry, around?.kind === 'entry' ? name : `${around?.name}.${name}`, value)
    if (fault !== undefined) writer.fault(fault.code, fault.detail, { line: value.line, column: name })
    return
  }
  if (!reading.isInStatement) return
  if (kind === 'account' && name === 'ACCTID') {
    reading.account ??= value.text
    writer.describe({ account: reading.account })
  }
  if (kind === 'statement' && name === 'CURDEF') writer.describe({ currency: readCurrency(value, name, writer) })
  if (kind === 'period' && name === 'DTSTART') writer.describe({ from: reading.readDate(value.text)?.day })
  if (kind === 'period' && name === 'DTEND') writer.describe({ to: reading.readDate(value.text)?.day })
  if (kind === 'balance' && name === 'BALAMT') takeBalance(reading, value)
  if (kind === 'period' && name === 'TRNAMT')
    writer.fault('malformed_file', 'Got TRNAMT outside of STMTTRN', { line: value.line, column: name })
}

function takeBalance({ writer, readAmount }: Reading, { text, line }: OfxValue): void {
  const amount = readAmount(text)
  if (amount !== undefined) writer.describe({ closing: { amount } })
  else writer.fault('invalid_decimal', amountDetail(text), { line, column: 'BALAMT' })
}
