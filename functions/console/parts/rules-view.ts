import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { PolicyFault } from '../engine-worker/engine-types.ts'
import { rangeOfPointer } from './json-places.ts'
import { completeRules } from './rule-completion.ts'

export interface RulesView {
  /** Replaces the text without calling `onChange`. */
  readonly show: (text: string) => void
  readonly mark: (faults: readonly PlacedFault[]) => void
  /** Puts the cursor at a fault. */
  readonly goTo: (place: Omit<PlacedFault, 'detail'>) => void
  readonly destroy: () => void
}

type PlacedFault = PolicyFault & { readonly offset?: number | undefined }

/**
 * Shows CodeMirror 6 in a shadow root, where its styles can be adopted as sheets: the page's policy allows no `<style>`
 * in the document.
 */
export function createRulesView(
  place: HTMLElement,
  { text, onChange }: { readonly text: string; readonly onChange: (text: string) => void },
): RulesView {
  let isShowing = false
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...editing,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isShowing) onChange(state.doc.toString())
        }),
      ],
    }),
  })
  const rangeOf = ({ pointer, offset }: Omit<PlacedFault, 'detail'>) =>
    offset === undefined ? rangeOfPointer(view.state, pointer) : rangeAt(view.state, offset)
  return {
    show(wanted) {
      const current = view.state.doc.toString()
      if (wanted === current) return
      isShowing = true
      view.dispatch({ changes: { from: 0, to: current.length, insert: wanted } })
      isShowing = false
    },
    mark(faults) {
      const diagnostics = faults.map(
        (fault): Diagnostic => ({ ...rangeOf(fault), severity: 'error', message: fault.detail }),
      )
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo(where) {
      view.dispatch({ selection: { anchor: rangeOf(where).from }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

/** The character at an offset; at the end of the text, its last character. */
function rangeAt({ doc }: EditorState, offset: number) {
  const from = Math.min(offset, Math.max(0, doc.length - 1))
  return { from, to: Math.min(from + 1, doc.length) }
}

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--open)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--accepted)' },
])

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '0.875rem', maxHeight: '30rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', minHeight: '12rem', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', border: 'none', color: 'var(--ink-soft)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent-soft) 40%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--focus) 25%, transparent) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.4rem',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  // Replaces the library's pictures: they are `data:` URLs, which the page's policy refuses.
  '.cm-lint-marker-error': {
    backgroundColor: 'var(--fault)',
    borderRadius: '50%',
    content: 'none',
    height: '0.6em',
    margin: '0.3em 0.2em',
    width: '0.6em',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--fault) 1px',
    textUnderlineOffset: '0.2em',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--fault)' },
  '.cm-completionInfo': { maxWidth: '22rem', padding: '0.4rem 0.6rem' },
})

const editing = [
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  json(),
  syntaxHighlighting(highlighting),
  autocompletion({ override: [completeRules], icons: false }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': 'Rules as JSON', spellcheck: 'false' }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
  look,
]
