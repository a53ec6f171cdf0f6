import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import type { LinePlace } from '../engine-worker/line-detail-types.ts'

interface LinkRequest {
  readonly place: LinePlace
  readonly children: ComponentChildren
}

export function LineLink({ place: { view, position }, children }: LinkRequest) {
  const { path } = useLocation()
  return <a href={`${path}?${new URLSearchParams({ view, line: String(position) })}`}>{children}</a>
}
