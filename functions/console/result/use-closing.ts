import { useEffect } from 'preact/hooks'

/** Closes a menu when somebody points outside it, or moves the focus out of it, which stays where it went. */
export function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    // Focus that goes nowhere is no sign: Safari gives none to a button that is clicked.
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && menu.current?.contains(target) === false) menu.current.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeBeside)
    document.addEventListener('focusin', closeBeside)
    return () => {
      document.removeEventListener('pointerdown', closeBeside)
      document.removeEventListener('focusin', closeBeside)
    }
  }, [menu])
}
