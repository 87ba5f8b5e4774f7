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

/** For `refine`. Names stand in mails and on pages of others, where a link in one would be taken for ours. */
export const noLink = [(text: string) => !holdsLink(text), { error: 'Names can’t contain web addresses.' }] as const
