import { isKnownCurrency } from '../../base/currency.ts'

export interface AmountParts {
  readonly isNegative: boolean
  /** Digits and separators. */
  readonly digits: string
  /** The power of ten, as in `1.5E3`. */
  readonly exponent: number | undefined
  readonly currency: string | undefined
}

const textLengthMax = 60
const space = '[ \t\u00a0\u2009\u202f]*'
const currencySign = '[€$£¥₹₽₩₺₴₪₫฿₦₱¢₿]|K[čc]|z[łl]|kr\\.?|Ft|Rs\\.?|Fr\\.'

const before = new RegExp(
  `^(?:(?<open>\\()|(?<sign>[-+\\u2212])|(?<currency>${currencySign}|[A-Z]{3}(?![A-Za-z])))${space}`,
  'u',
)
const behind = new RegExp(
  `${space}(?:(?<close>\\))|(?<sign>[-+\\u2212]|(?<![A-Za-z])(?:[CcDd][Rr]\\.?))|(?<currency>${currencySign}|(?<![A-Za-z])[A-Z]{3}))$`,
  'u',
)
const digitsPattern = /^(?<digits>[0-9.,'’ \u00a0\u2009\u202f]*[0-9][.,]?)(?:[eE](?<exponent>[-+]?\d{1,2}))?$/u

/**
 * Splits an amount into its parts. Parentheses, a minus at either end and `DR` at the end make it negative; a plus and
 * `CR` do not.
 */
export function amountPartsOf(text: string): AmountParts | undefined {
  const trimmed = text.trim()
  if (trimmed.length > textLengthMax) return undefined
  const around: Around = { marks: [], currencies: [], openCount: 0, closeCount: 0 }
  const inner = strip(strip(trimmed, before, around), behind, around)
  const { digits, exponent } = digitsPattern.exec(inner)?.groups ?? {}
  const { marks, currencies, openCount, closeCount } = around
  const isBracketed = openCount === 1
  if (digits === undefined || openCount !== closeCount || openCount > 1) return undefined
  if (marks.length > (isBracketed ? 0 : 1) || currencies.length > 1) return undefined
  const code = currencies.find((currency) => /^[A-Z]{3}$/.test(currency))
  if (code !== undefined && !isKnownCurrency(code)) return undefined
  return {
    isNegative: isBracketed || marks.some((mark) => !/^(?:\+|cr)/i.test(mark)),
    digits,
    exponent: exponent === undefined ? undefined : Number(exponent),
    currency: code,
  }
}

interface Around {
  readonly marks: string[]
  readonly currencies: string[]
  openCount: number
  closeCount: number
}

const markCountMax = 4

function strip(text: string, pattern: RegExp, around: Around): string {
  let remainder = text
  for (let count = 0; count < markCountMax; count++) {
    const found = pattern.exec(remainder)
    if (found === null) break
    const { open, close, sign, currency } = found.groups ?? {}
    if (sign !== undefined) around.marks.push(sign)
    if (currency !== undefined) around.currencies.push(currency)
    if (open !== undefined) around.openCount += 1
    if (close !== undefined) around.closeCount += 1
    remainder = pattern === before ? remainder.slice(found[0].length) : remainder.slice(0, found.index)
  }
  return remainder
}
