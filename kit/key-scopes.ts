/** What an access key may be allowed to do. */
export const keyScopes = ['search', 'download', 'requests'] as const
export type KeyScope = (typeof keyScopes)[number]
