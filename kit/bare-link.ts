import { normalised } from '#kit/normalised.ts'

/**
 * Top-level domains that mail programs turn into links, without words that often follow a full stop directly (in, to,
 * me).
 */
const endings =
  'com|net|org|info|biz|edu|gov|io|co|app|dev|xyz|top|site|online|shop|store|club|link|click|icu|vip|web|page|cloud|au|nz|uk|ca|ie|de|fr|eu|nl|ru|cn|jp|kr|br|pl|tk|ml|ga|cf|gq|ly|gl|cc|ws|tv|ai|sh'
/** It does not begin with a repetition, so its time is linear in the text. */
const link = new RegExp(
  String.raw`[a-z0-9]://|\bwww\.\S|\bmailto:|[\p{L}\p{N}-]\.(${endings})(?![\p{L}\p{N}-])|[\p{L}\p{N}-]\.\p{L}{2,}/\S`,
  'iu',
)

/** More than any name. The rest of a longer text is not read. */
const longest = 4096

/** Whether a mail program or a reader would take part of it for a web address. */
export const holdsLink = (text: string): boolean =>
  // Like browsers, normalises other full stops and wide letters, and ignores invisible characters.
  link.test(
    normalised(text.slice(0, longest), 'NFKC')
      .replaceAll('。', '.')
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, ''),
  )

/** Scripts that need joiners to shape letters; emoji sequences use them too. */
const joining =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const beforeJoiner = joining
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const needed = new RegExp(
  String.raw`(?<=[${beforeJoiner}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]|(?<=[\p{Emoji}\p{Script=Han}\p{Script=Mongolian}])\p{Variation_Selector}`,
  'gu',
)
/** Characters that change the text direction, or are invisible. */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** Whether a reader would see something other than the text, such as `moc.live` reversed. */
export const holdsUnseen = (text: string): boolean => unseen.test(text.replace(needed, ''))

/** For `refine`, if invisible characters are removed before storing. */
export const linkRule = [(text: string) => !holdsLink(text), { error: 'Names can’t contain web addresses.' }] as const

/** For `refine`. Names appear in mails and on other people's pages, where a link would seem to be ours. */
export const nameRule = [
  (text: string) => !holdsLink(text) && !holdsUnseen(text),
  {
    error: ({ input }: { input: unknown }) =>
      holdsLink(String(input)) ? 'Names can’t contain web addresses.' : 'Names can’t contain invisible characters.',
  },
] as const
