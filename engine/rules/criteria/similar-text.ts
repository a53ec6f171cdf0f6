import { formatDecimal, parseDecimal } from '../../base/decimal.ts'
import type { TextColumn } from '../../record/columns.ts'
import type { BySide } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { readDecimal } from '../amounts/tolerance.ts'
import { bytesAlike } from '../similarity/byte-distance.ts'
import { textWorkOf } from '../similarity/comparison-work.ts'
import { layersOf } from '../similarity/feature-layers.ts'
import { openSimilarity, type Similarity } from '../similarity/similarity.ts'
import { wholeBasisPoints } from '../similarity/similarity-bounds.ts'
import { noText } from '../similarity/text-pool.ts'
import type { Comparison, CriterionKind, CriterionMember, Needs, SideFields } from './criterion-kind.ts'
import { boundTexts, exactText } from './exact-text.ts'

const similarity: CriterionMember = {
  name: 'similarity',
  decides: {
    called: 'a similarity',
    clash: 'Got similarity beside a tolerance or days: a field is text, an amount or a date',
  },
  refusal: (type) => `Only text is similar, this is a ${type}`,
  read(input, refuse) {
    if (input.similarity === undefined) return {}
    const { method, min } = input.similarity
    const decimal = readDecimal(min)
    if (decimal !== undefined && basisPointsOf(decimal) !== undefined) return { similarity: { method, min: decimal } }
    const got = `Got ${JSON.stringify(min)}`
    refuse(
      '/similarity/min',
      'invalid_value',
      `${got}, wanted a decimal from 0 to 1 of at most four digits after the point, such as "0.85"`,
    )
    return {}
  },
}

export const similarText: CriterionKind = {
  ...exactText,
  op: 'similar',
  members: [...exactText.members, similarity],
  joinsGroups: false,
  compile(criterion, fields, { tables }) {
    const min = criterion.similarity && basisPointsOf(criterion.similarity.min)
    if (criterion.similarity === undefined || min === undefined)
      throw new TypeError('A text is similar from a least similarity on')
    const wanted: Similarity = { method: criterion.similarity.method, min }
    return {
      ...(isIndexable(wanted) && { blocking: 'index' }),
      bind(source, target): Comparison<string> {
        const texts = boundTexts({ criterion, fields, tables, source, target })
        const { ofTexts: similarityOf, ofRows } = openSimilarity(wanted, { source, target })
        const similarityOfRows = ofRows({
          source: { rowCount: source.rowCount, textAt: texts.source },
          target: { rowCount: target.rowCount, textAt: texts.target },
        })
        const isByBytes = wanted.method === 'levenshtein' && texts.normalizing === undefined
        const columns = { source: source.text(fields.sourceField), target: target.text(fields.targetField) }
        const bytesHold = isByBytes ? bytesAlike(columns, min) : undefined
        const { ofTexts: wholeSimilarity } = openSimilarity({ ...wanted, min: 0 }, { source, target })
        const similarityOfAlike = (left: string, right: string): number => {
          const basisPoints = similarityOf(left, right)
          if (basisPoints === undefined) throw new RangeError('Only a pair of similar texts has a rank and is evidence')
          return basisPoints
        }
        return {
          ...texts,
          holds: (left, right) => similarityOf(left, right) !== undefined,
          holdsAt(row, other) {
            const isAlike = bytesHold?.(row, other)
            if (isAlike !== undefined) return isAlike
            const similarity = similarityOfRows(row, other)
            return similarity === noText ? undefined : similarity !== undefined
          },
          rank: (left, right) => wholeBasisPoints - similarityOfAlike(left, right),
          evidence: (left, right) => (similarityOfAlike(left, right) < closeSimilarity ? 'low' : 'medium'),
          needs: (left, right) => neededSimilarity(wholeSimilarity(left, right) ?? 0),
          similarity: similarityOf,
          textWork: textWorkOf(wanted),
          ...(texts.normalizing === undefined && { unitsMost: () => bytesMost(fields, { source, target }) }),
          ...(isIndexable(wanted) && { layers: layersOf(wanted) }),
        }
      },
    }
  },
  rank: 'text',
  matchType: 'similar',
}

/** The byte count of each side's longest text: a text has no more UTF-16 units than bytes. */
const bytesMost = ({ sourceField, targetField }: SideFields, { source, target }: BySide<Table>): BySide<number> => ({
  source: longestOf(source.text(sourceField)),
  target: longestOf(target.text(targetField)),
})

function longestOf({ rowCount, byteCountAt }: TextColumn): number {
  let most = 0
  for (let row = 0; row < rowCount; row++) most = Math.max(most, byteCountAt(row))
  return most
}

/** Undefined where no lower minimum helps: the texts have nothing in common, or are too long to be compared. */
const neededSimilarity = (basisPoints: number): Needs | undefined =>
  basisPoints <= 0 ? undefined : { similarity: formatDecimal({ coefficient: BigInt(basisPoints), scale: scaleMax }) }

/** In basis points. Below it, two texts are too often similar by chance. */
const closeSimilarity = 9_000

/** In basis points. Texts at least this similar share a gram or token, so that an index finds the pairs. */
const indexedSimilarityMin = 6_000

const isIndexable = ({ method, min }: Similarity): boolean => method !== 'jaro-winkler' && min >= indexedSimilarityMin

const scaleMax = 4

/** Undefined unless `min` is a decimal from 0 to 1 with at most 4 digits after the point. */
function basisPointsOf(min: string): number | undefined {
  const decimal = parseDecimal(min)
  if (decimal === undefined || decimal.scale > scaleMax) return undefined
  const basisPoints = Number(decimal.coefficient * 10n ** BigInt(scaleMax - decimal.scale))
  return basisPoints >= 0 && basisPoints <= 10_000 ? basisPoints : undefined
}
