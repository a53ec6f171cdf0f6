import { int32At } from '../../base/at.ts'
import type { AttributeNames } from '../../record/attribute-names.ts'
import { decimalFields, positionAmong } from '../../record/record.ts'
import { beginningsOf, type Watch } from './beginnings.ts'
import { createMembers, memberOf } from './line-members.ts'
import type { RowModule } from './row-module.ts'
import type { SignState, UsualCells, UsualDate, UsualDecimal, UsualPlan } from './usual-plan.ts'

export interface PlanWriter {
  /** Writes the plan. False if the file has too many cells or names: then no row is usual. */
  write(): boolean
  /** Answers what the module asks. */
  answer(question: number, text: string): number
}

/**
 * `declare` is called at each writing, since general readers learn from the rows that they read. What texts mean is kept
 * for all later rows.
 */
export function createPlanWriter(
  module: RowModule,
  names: AttributeNames,
  declare: (plan: UsualPlan) => void,
): PlanWriter {
  const words = openWords(module, names)
  const writeMembers = createMembers(module)
  const questions: Questions = new Map()
  const noAnswer = module.number('noAnswer')
  const plan: UsualPlan = {
    ...planCells(words),
    ...planValues(words, questions, noAnswer),
    ...planWatches(words, questions),
  }
  return {
    write() {
      words.clear()
      declare(plan)
      writeMembers(words.fields())
      return words.isFit()
    },
    answer: (question, text) => questions.get(question)?.(text) ?? noAnswer,
  }
}

type Questions = Map<number, (text: string) => number>

/** The words of the plan by the names of their places. */
interface PlanWords {
  put(name: string, value: number): void
  /** Adds an element to a list, and returns its index. */
  add(list: string, length: string, values: ArrayLike<number>): number
  /** The same cell. The plan is not fit if the module has no room for it. */
  cell(index: number): number
  numberOf(name: string): number
  /** A record may have the field. Returns its position among those of its type. */
  field(name: string): number
  fields(): ReadonlySet<string>
  clear(): void
  isFit(): boolean
}

const lists = ['textCount', 'decimalCount', 'dateCount', 'attributeColumnCount', 'watchCount']

function openWords(module: RowModule, names: AttributeNames): PlanWords {
  const { plan: words } = module
  const cellCountMax = module.number('cellCountMax')
  const watchCountMax = module.number('watchCountMax')
  const places = new Map<string, number>()
  let isFit = true
  let fields = new Set<string>()
  const place = (name: string): number => {
    const known = places.get(name) ?? module.number(name)
    places.set(name, known)
    return known
  }
  const put = (name: string, value: number): void => {
    words[place(name)] = value
  }
  return {
    put,
    add(list, length, values) {
      const index = int32At(words, place(length))
      if (list === 'watchPlans' && index === watchCountMax) isFit = false
      if (!isFit) return index
      words.set(values, place(list) + index * values.length)
      put(length, index + 1)
      return index
    },
    cell(index) {
      if (index >= cellCountMax) isFit = false
      return index
    },
    numberOf(name) {
      const number = isFit ? names.numberOf(name) : undefined
      if (number === undefined) isFit = false
      return number ?? none
    },
    field(name) {
      fields.add(name)
      return memberOf(name)[1]
    },
    fields: () => fields,
    clear() {
      isFit = true
      fields = new Set(['id', 'currency', 'attributes'])
      for (const list of lists) put(list, 0)
      for (const cell of ['idCell', 'currencyCell', 'doubtedField']) put(cell, none)
      put('usesValueDate', 0)
    },
    isFit: () => isFit,
  }
}

const planCells = ({ put, add, cell, numberOf, field: member }: PlanWords) => ({
  readCells({ columnCount, delimiter, isTrimmed }: UsualCells) {
    put('columnCount', cell(columnCount))
    put('separator', codeOf(delimiter))
    put('isTrimmed', Number(isTrimmed))
  },
  readText(field: string, index: number) {
    if (field === 'id') put('idCell', cell(index))
    else add('textPlans', 'textCount', [member(field), cell(index)])
  },
  readCurrency(index: number, usual: number | undefined) {
    put('currencyCell', cell(index))
    put('usualCurrency', usual ?? 0)
    put('isCurrencyNeeded', Number(usual === undefined))
  },
  readAttribute: (name: string, index: number) =>
    void add('attributeColumns', 'attributeColumnCount', [cell(index), numberOf(name)]),
  useValueDate() {
    member('date')
    put('usesValueDate', 1)
  },
})

const [flagQuestion, dayQuestion] = [100, 110]
const kinds = ['', 'column', 'negated', 'flagged', 'sides']

const planValues = ({ add, cell, numberOf, field: member }: PlanWords, questions: Questions, noAnswer: number) => ({
  readDecimal(field: string, decimal: UsualDecimal) {
    const { kind, sign, group, areDebitsNegative, areCreditsNegative } = decimal
    const position = member(field)
    const cells = [kinds.indexOf(kind), cell(decimal.cell), cell(decimal.other)]
    const spelling = [codeOf(sign), codeOf(group), stateOf(areDebitsNegative), stateOf(areCreditsNegative)]
    add('decimalPlans', 'decimalCount', [position, ...cells, ...spelling])
    questions.set(flagQuestion + position, (flag) => {
      const isDebit = decimal.isDebit(flag)
      return isDebit === undefined ? noAnswer : Number(isDebit)
    })
  },
  readDate(field: string, { cell: index, isIso, timestamp, dayOf }: UsualDate) {
    const position = member(field)
    add('datePlans', 'dateCount', [position, cell(index), Number(isIso), numberOf(timestamp)])
    questions.set(dayQuestion + position, (text) => dayOf(text) ?? noAnswer)
  },
})

const planWatches = ({ put, add, cell, numberOf }: PlanWords, questions: Questions) => ({
  watch(watch: Watch) {
    const { attribute, isBlankUnusual = false, byteCountMax, hasDigits, isMovement = false } = watch
    const number = attribute === undefined ? none : numberOf(attribute)
    const flags = [Number(isBlankUnusual), byteCountMax, Number(hasDigits), Number(isMovement), 0, 0]
    const index = add('watchPlans', 'watchCount', [cell(watch.cell), number, ...flags, ...beginningsOf(watch)])
    questions.set(index, watch.answer)
  },
  doubtSigns(field: string, { isFlagged, hasSigns }: SignState) {
    put('doubtedField', positionAmong(decimalFields, field))
    put('isDoubtFlagged', Number(isFlagged))
    put('hasSigns', Number(hasSigns))
  },
})

const none = -1
/** No byte has this value. */
const noByte = 256

const codeOf = (character: string): number => (character === '' ? noByte : character.charCodeAt(0))

/** Undefined is neither of the other two. */
const stateOf = (state: boolean | undefined): number => (state === undefined ? none : Number(state))
