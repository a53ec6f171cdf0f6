import { useEffect } from 'preact/hooks'
import { forgetLayout, keptLayouts, loadLayouts } from '../local-run/file-layouts.ts'
import { forgetResult, keptResults, listKeptResults } from '../local-run/kept-results.ts'
import { counted, rateText, timeText } from '../parts/plain-words.ts'
import { settingWords } from '../parts/setting-words.ts'
import { whenIdle } from '../shell/when-idle.ts'

/** The results that were kept on this machine, each to be opened or forgotten. */
export function KeptList() {
  useEffect(() => {
    void whenIdle().then(listKeptResults)
    void whenIdle().then(loadLayouts)
  }, [])
  const results = keptResults.value ?? []
  const { layouts } = keptLayouts.value
  if (results.length === 0 && layouts.length === 0) return null
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
      {layouts.length > 0 && (
        <details>
          <summary class="small soft">How files of {counted(layouts.length, 'kind')} are read</summary>
          <ul>
            {layouts.map(({ id, name, format, settings }) => (
              <li key={id}>
                <span class="of-file">{name}</span>
                <span class="small soft">
                  {[format, settingWords(settings)].filter((text) => text !== '').join(' · ')}
                </span>
                <button type="button" class="quiet small-button" onClick={() => void forgetLayout(id)}>
                  Forget<span class="hidden"> how files like {name} are read</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
