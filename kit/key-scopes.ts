/** The scopes that an access key can have. */
export const keyScopes = ['search', 'download', 'requests', 'people'] as const
export type KeyScope = (typeof keyScopes)[number]
