/** Follows `/` in a redirect: the address without a screen that brought a visitor to sign in. */
export const noPageMark = '#no-page='
