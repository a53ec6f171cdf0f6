import { useEffect } from 'preact/hooks'
import { forgetResult, keptResults, listKeptResults } from '../local-run/kept-results.ts'
import { counted, rateText, timeText } from '../parts/plain-words.ts'

/** The results that were kept on this machine, each to be opened or forgotten. */
export function KeptList() {
  useEffect(() => void listKeptResults(), [])
  const results = keptResults.value ?? []
  if (results.length === 0) return null
  return (
    <section class="card kept-list" aria-labelledby="kept-heading">
      <h2 id="kept-heading">Kept on this machine</h2>
      <ul>
        {results.map(({ id, title, madeAt, matchRate, breakCount }) => (
          <li key={id}>
            <a class="of-file" href={`/result/${id}`}>
              {title}
            </a>
            <span class="small soft">
              {timeText(madeAt)} · {rateText(matchRate)} matched · {counted(breakCount, 'break')}
            </span>
            <button type="button" class="quiet small-button" onClick={() => void forgetResult(id)}>
              Forget<span class="hidden"> {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
