/** Removes the mark `subscribe::`, which is for the page, not for people. */
export const withoutMark = (message: string) => message.replace(/^subscribe::\s*/, '')
