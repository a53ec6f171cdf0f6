import { at } from '@tallystick/engine/base'
import { useMemo, useRef } from 'preact/hooks'
import type { RunOverview, View } from '../engine-worker/engine-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { type FlowGraph, type FlowStep, flowSides } from './flow-graph.ts'
import { type FlowLayout, layOutFlow, nodeHeight, type PlacedLink, type PlacedNode } from './flow-layout.ts'
import { RuleLink } from './flow-rule.tsx'
import type { AddressState } from './use-address.ts'
import { useWidth } from './use-width.ts'

interface PictureRequest {
  readonly run: RunOverview
  readonly steps: readonly FlowStep[]
  readonly graph: FlowGraph
  readonly go: AddressState['go']
}

const usualWidth = 640
/** Below this width, in pixels, the names of rules take more lines. */
const narrowWidth = 480

/** Draws the flow from top to bottom. The table beside it has the same figures, so screen readers skip the bands. */
export function FlowPicture({ run, steps, graph, go }: PictureRequest) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) || usualWidth
  const rowHeight = width < narrowWidth ? 120 : 94
  const layout = useMemo(() => layOutFlow(graph, { width, rowHeight }), [graph, width, rowHeight])
  const height = (graph.rowCount - 1) * rowHeight + nodeHeight
  return (
    <div class="flow-picture">
      <Ends run={run} />
      <div class="flow-frame" ref={frame} style={{ height: `${height}px` }}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Hatching />
          {layout.links.map((link) => (
            <Band key={`${link.source} ${link.target} ${link.side}`} link={link} />
          ))}
          {layout.nodes.map((node) => (
            <Bar key={node.id} node={node} view={steps[node.number - 1]?.rule.view} />
          ))}
          {layout.nodes.map((node) => node.kind === 'left' && <LeftCount key={node.id} node={node} width={width} />)}
        </svg>
        <ol class="flow-rules">
          {steps.map((step, place) => {
            const y = at(graph.ruleRows, place) * rowHeight
            return <RuleWords key={step.rule.id} {...{ step, go, y, room: roomAt(layout, y, width) }} />
          })}
        </ol>
      </div>
      <Ends run={run} isLast />
    </div>
  )
}

interface EndsRequest {
  readonly run: RunOverview
  readonly isLast?: true
}

function Ends({ run: { sides, summary, suggested }, isLast }: EndsRequest) {
  return (
    <div class="flow-ends">
      {flowSides.map((side) => (
        <p key={side}>
          <strong>
            <span class={`key side-${side}`} aria-hidden="true" />
            {isLast ? `${grouped(summary[side].open)} open` : side === 'source' ? 'Source' : 'Target'}
          </strong>
          <span class="soft small">
            {isLast
              ? suggested[side] > 0 && `${grouped(suggested[side])} of them in a suggestion`
              : counted(sides[side].recordCount, 'record')}
          </span>
        </p>
      ))}
    </div>
  )
}

/** Suggestions are hatched, since colour alone must not carry meaning. */
const Hatching = () => (
  <defs>
    {flowSides.map((side) => (
      <pattern
        key={side}
        id={`hatched-${side}`}
        class={`side-${side}`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="3" height="6" fill="currentColor" />
      </pattern>
    ))}
  </defs>
)

const Band = ({ link: { side, path, width, value } }: { readonly link: PlacedLink }) => (
  <path class={`band side-${side}`} d={path} stroke-width={width}>
    <title>{`${counted(value, 'record')} of the ${side}`}</title>
  </path>
)

interface BarRequest {
  readonly node: PlacedNode
  readonly view: View | undefined
}

function Bar({ node: { kind, side, x, y, width }, view }: BarRequest) {
  const place = { x, y, width, height: nodeHeight }
  if (kind === 'suggested') return <rect class={`side-${side}`} {...place} fill={`url(#hatched-${side})`} />
  return <rect class={kind === 'rule' ? `bar rule-${view}` : `bar side-${side}`} {...place} rx="1.5" />
}

function LeftCount({ node: { side, y, value }, width }: { readonly node: PlacedNode; readonly width: number }) {
  const isSource = side === 'source'
  return (
    <text
      class="left-count"
      x={isSource ? 5 : width - 5}
      y={y + nodeHeight + 15}
      text-anchor={isSource ? 'start' : 'end'}
    >
      {grouped(value)}
    </text>
  )
}

interface Room {
  readonly left: number
  readonly width: number
}

/** The width that is kept at both edges for counts, in pixels. */
const edgeWidth = 44
const gap = 8

/** The free space between the two sides, for words. */
function roomAt({ nodes }: FlowLayout, y: number, width: number): Room {
  let [left, right] = [edgeWidth, width - edgeWidth]
  for (const { kind, side, y: top, x, width: own } of nodes) {
    if (top !== y || kind === 'rule') continue
    if (side === 'source') left = Math.max(left, x + own + gap)
    else right = Math.min(right, x - gap)
  }
  return { left, width: right - left }
}

interface WordsRequest {
  readonly step: FlowStep
  readonly y: number
  readonly room: Room
  readonly go: AddressState['go']
}

function RuleWords({ step: { rule, number }, y, room, go }: WordsRequest) {
  return (
    <li style={{ top: `${y + nodeHeight}px`, left: `${room.left}px`, width: `${room.width}px` }}>
      <RuleLink rule={rule} number={number} go={go} />
      <span class="small soft">{takenText(rule)}</span>
    </li>
  )
}

const didWords: { readonly [view in View]: string } = {
  matches: 'matched',
  suggestions: 'suggested',
  excluded: 'left out',
  netted: 'netted',
  breaks: '',
}

/** `matched 12 and 11`: of the source and of the target. */
function takenText({ isEnabled, taken, view, suggestionCount, residuals }: FlowStep['rule']): string {
  if (!isEnabled) return 'switched off'
  const parts = [
    ...(taken.source + taken.target > 0
      ? [`${didWords[view]} ${grouped(taken.source)} and ${grouped(taken.target)}`]
      : []),
    ...(residuals.source + residuals.target > 0 ? [`left ${grouped(residuals.source + residuals.target)} over`] : []),
    ...(suggestionCount > 0 ? [counted(suggestionCount, 'suggestion')] : []),
  ]
  return parts.length === 0 ? 'took nothing' : parts.join(', ')
}
