import { lazy } from 'react'

const load = () => import('./first-categories.tsx')
/** The categories of the top level for the navigation, loaded on demand. */
export const FirstCategories = lazy(async () => ({ default: (await load()).FirstCategories }))
export const prepareCategories = () => void load().catch(() => undefined)
