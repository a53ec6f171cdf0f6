import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Command, commandsByPart, isPaletteOpen } from './commands.ts'
import './palette.css'

const pages = [
  { label: 'Go to Reconcile', path: '/' },
  { label: 'Go to Verify', path: '/verify' },
  { label: 'Go to the workspace', path: '/app' },
  { label: 'Go to the documentation', path: '/docs' },
  { label: 'Guide: breaks and their reasons', path: '/docs/guide/breaks' },
  { label: 'Guide: the language of rules', path: '/docs/guide/rules' },
  { label: 'Guide: this page', path: '/docs/guide/console' },
  { label: 'Reference of the API', path: '/docs/reference' },
]

/** All commands in a list that typing filters: a combobox as in the ARIA Authoring Practices, in a dialog. */
export function Palette() {
  const { route } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const close = (): void => {
    isPaletteOpen.value = false
  }
  const goTo = (path: string): void => {
    route(path)
    // The router tells nobody that the fragment has gone.
    dispatchEvent(new HashChangeEvent('hashchange'))
  }
  const all: readonly Command[] = [
    ...[...commandsByPart.value.values()].flat(),
    ...pages.map(({ label, path }) => ({ label, run: () => goTo(path) })),
  ]
  const found = all.filter(({ label }) => fits(label, typed))
  const active = Math.min(place, found.length - 1)
  useEffect(() => document.getElementById(`command-${active}`)?.scrollIntoView({ block: 'nearest' }), [active])
  const use = (command: Command | undefined): void => {
    if (command === undefined) return
    dialog.current?.close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined && found.length > 0) setPlace((active + by + found.length) % found.length)
    else if (event.key === 'Enter') use(found[active])
    else return
    event.preventDefault()
  }
  return (
    <dialog class="palette" ref={dialog} aria-label="Commands" onClose={close} onPointerDown={closeBeside}>
      <input
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="commands"
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `command-${active}`}
        placeholder="What do you want to do?"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setPlace(0)
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList commands={found} active={active} onUse={use} />
      <p class="small soft" role="status">
        {found.length === 0 ? 'No command has these words.' : ''}
      </p>
    </dialog>
  )
}

interface ListRequest {
  readonly commands: readonly Command[]
  readonly active: number
  readonly onUse: (command: Command) => void
}

const CommandList = ({ commands, active, onUse }: ListRequest) => (
  <div id="commands" class="palette-list" role="listbox" aria-label="Commands">
    {commands.map((command, index) => (
      <button
        type="button"
        key={command.label}
        id={`command-${index}`}
        role="option"
        class="of-file"
        tabIndex={-1}
        aria-selected={index === active}
        onClick={() => onUse(command)}
      >
        {command.label}
      </button>
    ))}
  </div>
)

/** Whether a label has all words that were typed, in any order and case. */
const fits = (label: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))

/** A press on the dialog itself is beside its content. */
function closeBeside({ target, currentTarget }: PointerEvent): void {
  if (target === currentTarget && currentTarget instanceof HTMLDialogElement) currentTarget.close()
}
