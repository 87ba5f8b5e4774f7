/**
 * Plain text with three marks: `[My downloads](/myDownloads)` for a link to a screen, named as the navigation names it;
 * `**Save list**` for words on a screen; and backquotes for what a person types. Tests hold all three to the program.
 */
export type Text = string
/** `id`: the heading's place in the address, which links from screens depend on. A list is one paragraph. */
export type Topic = { id: string; title: string; text: readonly (Text | readonly Text[])[] }
/** `area`: the last part of its address. `summary`: what it is about, below its title. */
export type Article = { area: string; title: string; summary: string; topics: readonly Topic[] }
