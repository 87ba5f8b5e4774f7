import { type ComponentType, lazy, type ReactNode } from 'react'

export type LazyScreen = { Component: ComponentType; prepare: () => Promise<unknown> | undefined }
/**
 * `path` may contain parameters: `/discover/details/$sourceId`; those at its end may be optional: `/standards/$id?`.
 * `around` is rendered between the shell and the screen. `drawn`: the server draws its first view.
 */
export type Route = {
  path: string
  screen: LazyScreen
  around?: ComponentType<{ children: ReactNode }>
  drawn?: boolean
}
export type Match = { route: Route; params: Record<string, string> }

/** A screen whose script is loaded once, when it is first hovered or shown. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loading: Promise<ComponentType> | undefined
  const once = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    Component: lazy(async () => ({ default: await once() })),
    prepare: () => once().catch(() => undefined),
  }
}

/** The first route that matches a path, ignoring a trailing slash. */
export function matchRoute(routes: readonly Route[], pathname: string): Match | undefined {
  const parts = partsOf(pathname)
  for (const route of routes) {
    const routeParts = partsOf(route.path)
    if (routeParts.length < parts.length) continue
    const params: Record<string, string> = {}
    const fits = routeParts.every((part, i) => {
      const value = parts[i]
      if (!part.startsWith('$')) return part === value
      if (value === undefined) return part.endsWith('?')
      params[part.slice(1).replace('?', '')] = decode(value)
      return value !== ''
    })
    if (fits) return { route, params }
  }
  return undefined
}

const partsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/')

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
