import { useEffect } from 'preact/hooks'

/** Sets the title of the browser's tab while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const former = document.title
    document.title = `${title} · Tallystick`
    return () => {
      document.title = former
    }
  }, [title])
}
