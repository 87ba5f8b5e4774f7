import './cover.css'
import { useState } from 'react'

export { folderItemOf } from '../record/web/folder-item.ts'
export { useSuggestions } from '../search-box/web/use-suggestions.ts'
export { describeSearch } from './describe-search.ts'
export { detailsAddress, type HitView, titleOf, yearOf } from './hit-facts.ts'
export { InScript, InScriptContext } from './in-script.tsx'
export { searchByPhrase, searchByValue, searchByWords } from './search-links.ts'
export { ResourceType } from './type-icon.tsx'

/** CSS pixels. Sharp screens get pictures with twice as many. */
const widths = { small: 64, shelf: 112, large: 220 }

/** The cover picture, or a designed one. Decorative: the title is beside it. */
export function Cover({
  imageFileName,
  title,
  by,
  size = 'small',
}: {
  imageFileName: string
  title: string
  by: string
  size?: keyof typeof widths
}) {
  const [missing, setMissing] = useState(false)
  const classes = ['cover', size !== 'small' && size].filter(Boolean).join(' ')
  if (imageFileName && !missing) {
    const width = widths[size]
    const picture = (pixels: number) => `/covers/${encodeURIComponent(imageFileName)}?width=${pixels}`
    return (
      <span className={classes}>
        <img
          srcSet={`${picture(width)}, ${picture(2 * width)} 2x`}
          src={picture(2 * width)}
          alt=""
          width={2 * width}
          height={3 * width}
          loading={size === 'large' ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setMissing(true)}
        />
      </span>
    )
  }
  return (
    <span className={`${classes} lettered`} style={{ '--hue': hueOf(title) } as object} aria-hidden>
      <span>{title}</span>
      <small>{by}</small>
    </span>
  )
}

/** A title always has the same colour. */
function hueOf(title: string) {
  let hash = 7
  for (const letter of title) hash = (hash * 31 + letter.codePointAt(0)!) % 9973
  return (hash % 24) * 15
}
