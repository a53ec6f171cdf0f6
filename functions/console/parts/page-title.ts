import { useEffect } from 'preact/hooks'

/** The title of `/` and of pages that have none of their own, as in `index.html`. */
const siteTitle = 'Tallystick: reconcile two files, with nothing uploaded'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tallystick`
    return () => {
      document.title = siteTitle
    }
  }, [title])
}
