import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'school-catalogue')

/**
 * Holds the tools of one kind that tests at scale have fetched, each under its version. All checkouts of a user share
 * it, because fetching takes minutes.
 */
export const toolsFolder = (kind: string): string => join(cache, kind)
