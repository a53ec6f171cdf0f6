import { useEffect } from 'preact/hooks'

export function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    // Losing the focus is no sign: Safari gives none to a clicked button.
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
