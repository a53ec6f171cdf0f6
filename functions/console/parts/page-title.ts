import { useEffect } from 'preact/hooks'

/** Names the page in the browser's tab for as long as it is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const former = document.title
    document.title = `${title} · Tallystick`
    return () => {
      document.title = former
    }
  }, [title])
}
