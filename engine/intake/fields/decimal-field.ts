import type { JsonValue } from '../../base/canonical.ts'
import {
  addDecimals,
  type Decimal,
  decimalOfNumber,
  formatDecimal,
  isCanonicalValue,
  parseDecimal,
} from '../../base/decimal.ts'
import type { AmountSource, FlagValues, Mapping } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'
import type { Column, Draft, FaultPlace, FieldReader, Row, Undecided } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { currencyOfAmount, decimalSignOf, isDecimalSign, readAmount } from '../values/number-format.ts'
import { isBlank } from './is-blank.ts'
import { type AmountSpelling, declareDecimal, isDebitFlag } from './usual-decimal.ts'

export interface DecimalFieldOptions {
  readonly field: string
  readonly source: AmountSource<Column>
  readonly sign: AmountSpelling['sign']
  /** The caller's mapping; a fault shows it with the decimal sign added. */
  readonly mapping?: Mapping | undefined
}

/** Reads an amount from one column, from a debit and a credit column, or from a column with a flag for its sign. */
export function createDecimalField(options: DecimalFieldOptions): FieldReader {
  const { field, source } = options
  const spelling: AmountSpelling = { sign: options.sign, areDebitsNegative: undefined, areCreditsNegative: undefined }
  let undecided: Undecided | undefined
  const outflow = createOutflow(field, spelling)
  const inflow = createInflow(field, spelling)

  const undecidedAt = (row: Row, column: Column, cell: string): Undecided => ({
    row,
    column,
    field,
    code: 'undecided_decimal',
    detail: undecidedDetail(cell, options.mapping),
  })
  const valueAt = createValueReader(field, spelling)
  const signedAt = (row: Row, draft: Draft): Decimal | undefined => {
    if (source.kind === 'column') {
      const value = valueAt(row, source.column, draft)
      return value && source.isNegated ? { ...value, coefficient: -value.coefficient } : value
    }
    if (source.kind === 'sides') {
      const [debit, written] = [valueAt(row, source.debit, draft), valueAt(row, source.credit, draft)]
      const credit = written && inflow(written, source.credit, draft)
      if (debit === undefined || (written !== undefined && credit === undefined)) return credit
      const out = outflow(debit, source.debit, draft)
      if (credit === undefined || out === undefined) return out
      if (debit.coefficient === 0n || credit.coefficient === 0n) return addDecimals(out, credit)
      const got = `Got a debit of ${formatDecimal(debit)} and a credit of ${formatDecimal(credit)}`
      return draft.fault('debit_and_credit', `${got}, wanted one of the two`, { column: source.debit, field })
    }
    const value = valueAt(row, source.column, draft)
    if (value === undefined) return undefined
    const isOut = isDebitFlag(row.cell(source.flag), source.flags)
    if (isOut !== undefined) return isOut ? outflow(value, source.column, draft) : value
    return draft.fault('invalid_flag', flagDetail(row.cell(source.flag), source.flags), { column: source.flag, field })
  }
  return {
    declare: (plan) => declareDecimal(plan, { field, source }, spelling),
    observe(row) {
      if (spelling.sign !== 'column') return
      for (const column of amountColumns(source)) {
        const cell = row.cell(column)
        if (typeof cell !== 'string' || isBlank(cell)) continue
        const proven = decimalSignOf(cell)
        if (isDecimalSign(proven)) {
          spelling.sign = proven
          return
        }
        if (proven === 'undecided') undecided ??= undecidedAt(row, column, cell)
      }
    },
    undecided: () => (spelling.sign === 'column' ? undecided : undefined),
    read(row, draft) {
      const value = signedAt(row, draft)
      if (value !== undefined) draft.record[field] = formatDecimal(value)
    },
  }
}

const createValueReader =
  (field: string, spelling: AmountSpelling) =>
  (row: Row, column: Column, draft: Draft): Decimal | undefined => {
    const cell = row.cell(column)
    if (isBlank(cell)) return undefined
    if (typeof cell === 'string' && spelling.sign !== 'plain' && !stateCurrency(cell, { column, field }, draft))
      return undefined
    const value = decimalOf(cell, spelling.sign)
    if (value !== undefined && isCanonicalValue(value)) return value
    return draft.fault('invalid_decimal', `Got ${shown(cell)}, wanted ${wanted(spelling.sign)}`, { column, field })
  }

function stateCurrency(cell: string, place: FaultPlace, draft: Draft): boolean {
  const code = currencyOfAmount(cell)
  if (code === undefined) return true
  const { statedCurrency = code } = draft
  draft.statedCurrency = statedCurrency
  if (statedCurrency !== code) {
    const detail = `Got ${shown(cell)} in a record of ${statedCurrency}, wanted one currency`
    draft.fault('invalid_currency', detail, place)
    return false
  }
  draft.record['currency'] = code
  return true
}

function decimalOf(cell: JsonValue, sign: DecimalFieldOptions['sign']): Decimal | undefined {
  if (typeof cell === 'number') return decimalOfNumber(cell)
  if (typeof cell !== 'string') return undefined
  if (sign === 'plain') return parseDecimal(cell)
  // With `column` the decimal sign is still undecided: then no value of the column has a separator, or the column has a
  // fault.
  return readAmount(cell, sign === 'column' ? '.' : sign)
}

function wanted(sign: DecimalFieldOptions['sign']): string {
  const example = sign === ',' ? '"-1.234,50"' : sign === 'plain' ? '"-1234.5"' : '"-1,234.50"'
  return `a decimal such as ${example}, of at most 18 significant digits and 12 after the ${sign === ',' ? 'comma' : 'point'}`
}

function undecidedDetail(cell: string, mapping: Mapping = {}): string {
  const [point, comma] = (['.', ','] as const).map((sign) => {
    const value = readAmount(cell, sign)
    return value === undefined ? '' : `${formatDecimal(value)} by ${pastedMapping(mapping, { decimal: sign })}`
  })
  return `Got ${shown(cell)}, and no value of the column says whether its sign separates thousands or decimals: wanted a mapping that says which, as it is ${point} and ${comma}`
}

const amountColumns = (source: AmountSource<Column>): readonly Column[] =>
  source.kind === 'sides' ? [source.debit, source.credit] : [source.column]

/**
 * Makes debits negative. An export writes either all debits with a minus or none; the first debit other than zero
 * decides. A later debit written the other way could mean incoming or outgoing money, and is a fault.
 */
function createOutflow(field: string, spelling: AmountSpelling) {
  return (debit: Decimal, column: Column, draft: Draft): Decimal | undefined => {
    if (debit.coefficient === 0n) return debit
    const isNegative = debit.coefficient < 0n
    spelling.areDebitsNegative ??= isNegative
    if (isNegative === spelling.areDebitsNegative)
      return isNegative ? debit : { ...debit, coefficient: -debit.coefficient }
    const others = spelling.areDebitsNegative ? 'debits with a minus' : 'debits without a sign'
    return draft.fault('mixed_signs', `Got ${formatDecimal(debit)}, wanted ${others}, as above it in the column`, {
      column,
      field,
    })
  }
}

/**
 * Makes credits positive that have a minus, as in exports of credit cards whose debits have none. The first credit
 * other than zero decides. If it has no minus, a later minus means a credit that was taken back.
 */
function createInflow(field: string, spelling: AmountSpelling) {
  return (credit: Decimal, column: Column, draft: Draft): Decimal | undefined => {
    if (credit.coefficient === 0n) return credit
    const isNegative = credit.coefficient < 0n
    spelling.areCreditsNegative ??= isNegative && spelling.areDebitsNegative !== true
    if (!spelling.areCreditsNegative) return credit
    if (isNegative) return { ...credit, coefficient: -credit.coefficient }
    const got = `Got ${formatDecimal(credit)}, wanted credits with a minus, as above it in the column`
    return draft.fault('mixed_signs', got, { column, field })
  }
}

const flagDetail = (cell: JsonValue | undefined, flags: FlagValues): string =>
  `Got ${shown(cell)}, wanted a flag for debits (${flags.debit.map(shown).join(', ')}) or credits (${flags.credit?.map(shown).join(', ') ?? 'any other'})`
