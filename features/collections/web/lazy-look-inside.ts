import { lazy } from 'react'

/** What stands in a collection: fetched when it is asked for. */
export const LookInside = lazy(async () => ({ default: (await import('./look-inside.tsx')).LookInside }))
