import { useEffect } from 'preact/hooks'

export function usePageTitle(title: string): void {
  useEffect(() => {
    const former = document.title
    document.title = `${title} · Tallystick`
    return () => {
      document.title = former
    }
  }, [title])
}
