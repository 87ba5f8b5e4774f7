import { lazy } from 'react'

const load = () => import('./first-categories.tsx')
/** For the navigation: the categories of the first level, fetched when they are wanted. */
export const FirstCategories = lazy(async () => ({ default: (await load()).FirstCategories }))
export const prepareCategories = () => void load().catch(() => undefined)
