/** Endings that mail programs make links of. Words that often follow a full stop without a space (in, to, me) are not here. */
const endings =
  'com|net|org|info|biz|edu|gov|io|co|app|dev|xyz|top|site|online|shop|store|club|link|click|icu|vip|web|page|cloud|au|nz|uk|ca|ie|de|fr|eu|nl|ru|cn|jp|kr|br|pl|tk|ml|ga|cf|gq|ly|gl|cc|ws|tv|ai|sh'
/** Without a repetition at its begin: its time grows with the text, however long that is. */
const link = new RegExp(
  String.raw`[a-z0-9]://|\bwww\.\S|\bmailto:|[\p{L}\p{N}-]\.(${endings})(?![\p{L}\p{N}-])|[\p{L}\p{N}-]\.\p{L}{2,}/\S`,
  'iu',
)

/** Whether a mail program or a reader would take something in it for an address of the web. */
export const holdsLink = (text: string): boolean =>
  // As browsers read it: other full stops and wide letters count, what is not seen does not.
  link.test(
    text
      .normalize('NFKC')
      .replaceAll('。', '.')
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, ''),
  )

/** Scripts in which a joiner decides how letters look; it also makes one picture of several emoji. */
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
/** What turns the direction of text, or takes no room in it. */
const unseen = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/** Whether a reader would see something else than what is written, such as `moc.live` turned round. */
export const holdsUnseen = (text: string): boolean => unseen.test(text.replace(needed, ''))

/** For `refine`, where invisible characters are left out of what is kept. */
export const linkRule = [(text: string) => !holdsLink(text), { error: 'Names can’t contain web addresses.' }] as const

/** For `refine`. Names stand in mails and on pages of others, where a link in one would be taken for ours. */
export const nameRule = [
  (text: string) => !holdsLink(text) && !holdsUnseen(text),
  {
    error: ({ input }: { input: unknown }) =>
      holdsLink(String(input)) ? 'Names can’t contain web addresses.' : 'Names can’t contain invisible characters.',
  },
] as const
