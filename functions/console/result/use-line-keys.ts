import { useEffect, useRef } from 'preact/hooks'

/** Calls `onStep` for the keys j and k anywhere on the page, but in fields and dialogs. */
export function useLineKeys(onStep: (by: 1 | -1) => void): void {
  const step = useRef(onStep)
  step.current = onStep
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const by = event.key === 'j' ? 1 : event.key === 'k' ? -1 : undefined
      if (by === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(typedInto) !== null) return
      event.preventDefault()
      step.current(by)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Where letters are typed: a select jumps to the choice that begins with them. */
const typedInto = 'input:not([type="checkbox"]), textarea, select, dialog, [contenteditable="true"]'
