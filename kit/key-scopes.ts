/** The scopes that an access key can have. */
export const keyScopes = ['search', 'download', 'requests'] as const
export type KeyScope = (typeof keyScopes)[number]
