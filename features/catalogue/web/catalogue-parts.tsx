import './cover.css'
import { useState } from 'react'

export { folderItemOf } from '../record/web/folder-item.ts'
export { useSuggestions } from '../search-box/web/use-suggestions.ts'
export { describeSearch } from './describe-search.ts'
export { detailsAddress, type HitView, titleOf, yearOf } from './hit-facts.ts'
export { InScript, InScriptContext } from './in-script.tsx'
export { searchByPhrase, searchByValue, searchByWords } from './search-links.ts'
export { ResourceType } from './type-icon.tsx'

/**
 * Small covers are drawn 64 px wide, those on a shelf 112, large ones 220; the pictures have twice as many pixels for
 * sharp screens.
 */
const pictureWidth = { small: 128, shelf: 224, large: 440 }

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
  size?: keyof typeof pictureWidth
}) {
  const [missing, setMissing] = useState(false)
  const classes = ['cover', size !== 'small' && size].filter(Boolean).join(' ')
  if (imageFileName && !missing)
    return (
      <span className={classes}>
        <img
          src={`/covers/${encodeURIComponent(imageFileName)}?width=${pictureWidth[size]}`}
          alt=""
          width={pictureWidth[size]}
          height={pictureWidth[size] * 1.5}
          loading={size === 'large' ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setMissing(true)}
        />
      </span>
    )
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
