import type { Column } from '../rows/row.ts'
import { plainName } from './column-names.ts'
import { type Movement, movementOf, type WordColumn } from './movement-words.ts'

/** A column whose words may tell in which direction the money of the row moves. */
export interface MovementColumn {
  readonly column: Column
  readonly words: WordColumn
  /** Whether the direction of `credit` is unclear, since other rows are sales or blank. */
  readonly doubtsCredits: boolean
  readonly values: readonly string[]
}

/** The cells of a column in the first rows. Only a type, a description and attributes are sampled. */
export interface MovementSample {
  readonly column: Column
  /** The name of the column; in JSON the path of the member. */
  readonly name: string
  readonly isDescription?: boolean
  readonly cells: readonly string[]
}

const columnCountMax = 24

export function movementColumns(samples: readonly MovementSample[]): readonly MovementColumn[] {
  const found = samples.flatMap((sample) => {
    const words = natureOf(sample)
    if (words === undefined) return []
    const values = [...new Set(sample.cells.map((cell) => cell.trim()))].slice(0, valueCountMax)
    const movements = values.map((value) => movementOf(value, words))
    const isLikely = words === 'types' || movements.some((each) => each !== undefined)
    return [{ column: sample.column, words, doubtsCredits: areCreditsDoubtful(values, movements), values, isLikely }]
  })
  return found
    .toSorted((left, right) => Number(right.isLikely) - Number(left.isLikely))
    .slice(0, columnCountMax)
    .map(({ isLikely: _, ...column }) => column)
}

/** A mapping allows twenty flags: these values and one more. */
const valueCountMax = 19

const areCreditsDoubtful = (values: readonly string[], movements: readonly (Movement | undefined)[]): boolean =>
  movements.includes('sale') || (movements.includes('credit') && values.includes(''))

function natureOf({ name, isDescription }: MovementSample): WordColumn | undefined {
  if (isDescription) return 'other'
  const words = plainName(name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')).split(' ')
  if (words.some((word) => others.has(word))) return undefined
  return words.some((word) => types.has(word)) ? 'types' : 'other'
}

const listed = (list: string): ReadonlySet<string> => new Set(list.split(' · '))

const types = listed(
  'type · kind · object · event · action · activity · operation · category · class · direction · movement · nature · resource · entity · transaction · typ · art · umsatzart · buchungsart · buchungstext · vorgang · transaktionstyp · transaktionsart · tipo · soort · mutatiesoort · rodzaj · druh · tipus · sens · side · sign · indicator · flag · details',
)

const others = listed(
  'status · state · stage · statut · stan · stav · card · karte · carte · method · brand · scheme · id · reference · number · currency · country · city · email · name · reason · zahlungsart · url · language',
)
